import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';

/** A handler that holds resources: an application with its pools. */
export interface ClosableHandlerInterface extends RequestHandlerInterface {
  /** Called once by the server that serves the handler, when no request runs any more. */
  close?(): Awaitable<void>;
}

/** What an adapter serves: a handler, or a function that is its `handle`. */
export type ServedHandler = ClosableHandlerInterface | RequestHandlerInterface['handle'];
