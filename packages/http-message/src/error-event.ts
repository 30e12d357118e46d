import type { RoutedInterface } from './routed.js';
import type { ServerRequestInterface } from './server-request.js';

/**
 * The context of an error: its request, the response status and the phase. Passed as the second argument to every
 * `onError`.
 */
export interface ErrorEvent {
  /**
   * The request as the adapter created it, before middleware changed it; in an application, as its error layer received
   * it. `null` if it could not be created.
   */
  readonly request: ServerRequestInterface | null;

  /** The method from the request line; `null` if the error does not belong to a request. */
  readonly method: string | null;

  /**
   * The request target from the request line, including the query; `null` if the error does not belong to a request.
   */
  readonly target: string | null;

  /** The client's address, as determined by the adapter's trust settings; `null` if unknown. */
  readonly remoteAddress: string | null;

  /** The routing result; `null` before routing, or if the handler does not route. */
  readonly route: RoutedInterface | null;

  /**
   * The response status: the one already sent if the headers went out before the error, otherwise that of the error
   * response (400 to 599).
   */
  readonly status: number;

  /** What failed: creating the request, the handler, sending the response, or a cleanup at the end of the request. */
  readonly phase: 'request' | 'handler' | 'response' | 'cleanup';
}
