import { brand, CodedError, HTTP_ERROR, memberOf, OUTAGE } from '@mortise/base';
import { DISPATCH_TIMEOUTS, UNREACHABLE } from '@mortise/base/dispatcher';

/** Stable codes: why a request was not forwarded, or has no response. */
export type ProxyCode =
  | 'PROXY_BODY_READ'
  | 'PROXY_LOOP'
  | 'PROXY_ORIGIN'
  | 'PROXY_PATH_INVALID'
  | 'UPSTREAM_FAILED'
  | 'UPSTREAM_TIMEOUT';

/** Error codes of undici and Node for a connection that the target has closed. */
const CLOSED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const STATUSES: Readonly<Record<ProxyCode, number>> = {
  PROXY_BODY_READ: 500,
  PROXY_LOOP: 508,
  PROXY_ORIGIN: 403,
  PROXY_PATH_INVALID: 400,
  UPSTREAM_FAILED: 502,
  UPSTREAM_TIMEOUT: 504,
};

/**
 * A request that the proxy refuses, or that the target did not respond to: thrown, so that the application renders the
 * response. After the response headers were sent, it is the error of the body, and the client's connection is closed.
 */
export class ProxyError extends CodedError<ProxyCode> {
  /** The status of the response to the client: 400, 403, 500, 502, 504 or 508, by `code`. */
  readonly status: number;

  constructor(code: ProxyCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.status = STATUSES[code];
  }

  static {
    brand(this, '@mortise/proxy/ProxyError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** Whether the target cannot be reached, so that every request fails until it can be. */
  get [OUTAGE](): boolean {
    return UNREACHABLE.has(memberOf(this.cause, 'code'));
  }

  /** @param cause the error of the dispatcher: its `code` decides between the two codes */
  static upstream(cause: unknown): ProxyError {
    return DISPATCH_TIMEOUTS.has(memberOf(cause, 'code'))
      ? ProxyError.late(cause)
      : new ProxyError('UPSTREAM_FAILED', 'the upstream server failed to respond', { cause });
  }

  /** @param cause says which time has passed */
  static late(cause: unknown): ProxyError {
    const text = 'the upstream server did not respond in time';
    return new ProxyError('UPSTREAM_TIMEOUT', text, { cause });
  }
}

/** Whether the target closed the connection instead of responding. */
export function wasClosed(error: unknown): boolean {
  return error instanceof ProxyError && CLOSED.has(memberOf(error.cause, 'code'));
}
