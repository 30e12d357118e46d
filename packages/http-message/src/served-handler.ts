import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';

/** A handler that holds resources: an application with its pools. */
export interface ClosableHandlerInterface extends RequestHandlerInterface {
  /** Called once by the server that serves the handler, after the last request has ended. */
  close?(): Awaitable<void>;
}

/** The argument of an adapter: a handler, or a function that is its `handle`. */
export type ServedHandler = ClosableHandlerInterface | RequestHandlerInterface['handle'];
