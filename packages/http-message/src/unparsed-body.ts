import type { AttributeKey } from './attribute-key.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * Called when the parsed body of a request is read while it is unset. Its exception reaches the
 * caller of `getParsedBody`.
 */
export type UnparsedBodyListener = (request: ServerRequestInterface) => void;

/**
 * The key of an {@link UnparsedBodyListener} among the values of a request's lifetime. In development an
 * application sets a listener that warns of a missing body parser; a body parser replaces it with `null` before it
 * parses; `getParsedBody` calls it. The type has a single value, like that of `RoutedKey`.
 */
export type UnparsedBodyKey = AttributeKey<UnparsedBodyListener | null> & 'mortise.unparsed-body';
