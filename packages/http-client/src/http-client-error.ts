import { brand, CodedError, statusOf } from '@mortise/base';
import type { RequestInterface } from '@mortise/http-message';

/** Stable codes: why there is no response, or only a part of it. */
export type NetworkErrorCode =
  | 'ABORTED'
  | 'CONNECT_FAILED'
  | 'RESPONSE_INVALID'
  | 'RESPONSE_TOO_LARGE'
  | 'UPSTREAM_RESET'
  | 'UPSTREAM_TIMEOUT';

/**
 * There is no response, or only part of one: the network or the server failed. It has no `status`, so that an application
 * does not accidentally respond with another server's status.
 *
 * @see PSR-18 NetworkExceptionInterface
 */
export class NetworkError extends CodedError<NetworkErrorCode> {
  /** The request as passed to `sendRequest`. */
  readonly request: RequestInterface;

  constructor(
    code: NetworkErrorCode,
    message: string,
    request: RequestInterface,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.request = request;
  }

  static {
    brand(this, '@mortise/http-client/NetworkError');
  }
}

/**
 * A request that cannot be sent: it is invalid, so nothing was sent, or reading its body failed.
 *
 * @see PSR-18 RequestExceptionInterface
 */
export class RequestError extends CodedError<'REQUEST_INVALID'> {
  /** The request as passed to `sendRequest`. */
  readonly request: RequestInterface;

  /** That of `cause` if it is below 500, as for a malformed or late body that a handler forwards; otherwise absent. */
  declare readonly status?: number;

  constructor(message: string, request: RequestInterface, options?: ErrorOptions) {
    super('REQUEST_INVALID', message, options);
    this.request = request;
    const status = statusOf(options?.cause);
    if (status !== null && status < 500) Object.assign(this, { status });
  }

  static {
    brand(this, '@mortise/http-client/RequestError');
  }
}
