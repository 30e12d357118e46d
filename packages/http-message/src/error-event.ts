import type { RoutedInterface } from './routed.js';
import type { ServerRequestInterface } from './server-request.js';

/** What is known of the request that an error belongs to: the second argument of every `onError`. */
export interface ErrorEvent {
  /**
   * As the adapter made it, without what layers changed; in an application, as its error layer received
   * it. `null` when it could not be made.
   */
  readonly request: ServerRequestInterface | null;

  /** As in the request line; `null` when the error belongs to no request. */
  readonly method: string | null;

  /** The request target as in the request line, with its query; `null` when the error belongs to no request. */
  readonly target: string | null;

  /** The client's address, by the adapter's decision whom to trust; `null` when it is not known. */
  readonly remoteAddress: string | null;

  /** What routing found; `null` before routing, and when the handler does not route. */
  readonly route: RoutedInterface | null;

  /**
   * The status of the response: as sent, if its head was sent before the error, else the one that
   * answers the error (400 to 599).
   */
  readonly status: number;

  /**
   * What failed: making the request, the handler, sending the response, or the cleanups at the end of
   * the request.
   */
  readonly phase: 'request' | 'handler' | 'response' | 'cleanup';
}
