import type { ServerRequestInterface } from './server-request.js';

/**
 * Called when the parsed body or the uploaded files of a request are read while the parsed body is unset. Set it as a
 * value of the request's lifetime, under `UNPARSED_BODY` from `@mortise/base/keys`. Its exceptions reach the code that
 * reads the request.
 */
export type UnparsedBodyListener = (request: ServerRequestInterface) => void;
