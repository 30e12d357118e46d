import type { ServerRequestInterface } from './server-request.js';

/**
 * Called when the parsed body of a request is read while it is unset: a value of the request's lifetime
 * (`UNPARSED_BODY` of `@mortise/base/keys`). Its exception reaches the caller of `getParsedBody`.
 */
export type UnparsedBodyListener = (request: ServerRequestInterface) => void;
