import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Stable codes that say why a request, its body or its response failed. */
export type FetchAdapterCode =
  | 'BODY_CONSUMED'
  | 'BODY_IDLE_TIMEOUT'
  | 'BODY_TIMEOUT'
  | 'BODY_TOO_LARGE'
  | 'BODY_TOO_SLOW'
  | 'HANDLER_TIMEOUT'
  | 'HEADERS_TOO_LARGE'
  | 'HEADER_VALUE_INVALID'
  | 'METHOD_UNSUPPORTED'
  | 'OUTSIDE_BASE_PATH'
  | 'PATH_AMBIGUOUS'
  | 'REQUEST_ABORTED'
  | 'RESPONSE_INVALID'
  | 'RESPONSE_LENGTH_MISMATCH'
  | 'TARGET_TOO_LONG'
  | 'URL_INVALID';

/**
 * The error that this package throws, rejects with, and uses as an abort reason. `code` is stable; `message` is
 * human-readable.
 */
export class FetchAdapterError extends CodedError<FetchAdapterCode> {
  /** The status of the response to a request that fails with this error; if absent, 500. */
  declare readonly status?: number;

  constructor(code: FetchAdapterCode, message: string, status?: number, options?: ErrorOptions) {
    super(code, message, options);
    if (status !== undefined) this.status = status;
  }

  static {
    brand(this, '@mortise/fetch/FetchAdapterError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static clientGone(cause?: unknown): FetchAdapterError {
    return new FetchAdapterError('REQUEST_ABORTED', 'The client disconnected.', 400, { cause });
  }

  /** @param limit milliseconds */
  static handlerTimeout(limit: number): FetchAdapterError {
    const text = `the handler returned no response within ${limit} ms`;
    return new FetchAdapterError('HANDLER_TIMEOUT', text, 503);
  }

  static responseInvalid(why: string, cause?: unknown): FetchAdapterError {
    const text = `invalid response: ${why}`;
    return new FetchAdapterError('RESPONSE_INVALID', text, 500, { cause });
  }
}
