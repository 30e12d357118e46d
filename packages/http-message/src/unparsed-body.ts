import type { ServerRequestInterface } from './server-request.js';

/**
 * Called when the parsed body or the uploaded files of a request are read while the parsed body is unset: a value of the
 * request's lifetime (`UNPARSED_BODY` from `@mortise/base/keys`). Its exception reaches the caller.
 */
export type UnparsedBodyListener = (request: ServerRequestInterface) => void;
