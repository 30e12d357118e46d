import type { Awaitable } from './awaitable.js';
import type { RequestHandlerInterface } from './request-handler.js';
import type { ServerRequestCreatorInterface } from './server-request-creator.js';

/** A handler that holds resources, such as an application with connection pools. */
export interface ClosableHandlerInterface extends RequestHandlerInterface {
  /** Called once by the server that serves the handler, after the last request has ended. */
  close?(): Awaitable<void>;
}

/** An application. Adapters use its factories to create requests. */
export interface ServedApplication extends ClosableHandlerInterface {
  /** Creates the requests, unless the adapter's options specify other factories. */
  readonly factories: ServerRequestCreatorInterface;
}

/** The argument of an adapter: a handler, or a function with the signature of its `handle`. */
export type ServedHandler = ClosableHandlerInterface | RequestHandlerInterface['handle'];
