import type { AttributeKey } from './attribute-key.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * Called when the parsed body of a request is requested while it is unset. What it throws reaches the
 * caller of `getParsedBody`.
 */
export type UnparsedBodyListener = (request: ServerRequestInterface) => void;

/**
 * The key of an {@link UnparsedBodyListener} among the values of a request's lifetime. In development an
 * application sets one, to warn of a missing body parser; a body parser replaces it with `null` before it
 * parses; `getParsedBody` calls it. The type has one value, as that of `RoutedKey`.
 */
export type UnparsedBodyKey = AttributeKey<UnparsedBodyListener | null> & 'mortise.unparsed-body';
