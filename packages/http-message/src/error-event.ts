import type { RoutedInterface } from './routed.js';
import type { ServerRequestInterface } from './server-request.js';

/** Describes the request that an error belongs to: the second argument of every `onError`. */
export interface ErrorEvent {
  /**
   * The request as the adapter created it, without changes by layers; in an application, as its error layer received it.
   * `null` if it could not be created.
   */
  readonly request: ServerRequestInterface | null;

  /** As in the request line; `null` if the error belongs to no request. */
  readonly method: string | null;

  /** The request target as in the request line, with its query; `null` if the error belongs to no request. */
  readonly target: string | null;

  /** The client's address, as determined by the adapter's trust settings; `null` if unknown. */
  readonly remoteAddress: string | null;

  /** The result of routing; `null` before routing, and if the handler does not route. */
  readonly route: RoutedInterface | null;

  /**
   * The status of the response: as sent, if its headers were sent before the error, otherwise that of the
   * error response (400 to 599).
   */
  readonly status: number;

  /**
   * What failed: creating the request, the handler, sending the response, or the cleanups at the end of
   * the request.
   */
  readonly phase: 'request' | 'handler' | 'response' | 'cleanup';
}
