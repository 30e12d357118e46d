import { brand, CodedError, hideValue, HTTP_ERROR, OUTAGE } from '@mortise/base';

/** Stable codes that say why a store refused an argument or failed. */
export type StoreCode =
  | 'STORE_KEY_INVALID'
  | 'STORE_STEP_INVALID'
  | 'STORE_TTL_INVALID'
  | 'STORE_UNAVAILABLE'
  | 'STORE_VALUE_INVALID'
  | 'STORE_VALUE_TOO_LARGE';

/**
 * The error that stores reject with. `code` is stable. `message` is human-readable and, because the status is 500 or
 * 503, not shown to clients.
 */
export class StoreError extends CodedError<StoreCode> {
  /** 503 for `STORE_UNAVAILABLE`, otherwise 500. */
  readonly status: number;

  /** The refused argument, or the size of a value that is too large; `undefined` for `STORE_UNAVAILABLE`. */
  declare readonly value: unknown;

  constructor(
    code: StoreCode,
    message: string,
    facts: { readonly value?: unknown; readonly cause?: unknown } = {},
  ) {
    super(code, message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.status = code === 'STORE_UNAVAILABLE' ? 503 : 500;
    hideValue(this, facts.value);
  }

  static {
    brand(this, '@mortise/store/StoreError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  get [OUTAGE](): boolean {
    return this.code === 'STORE_UNAVAILABLE';
  }

  /** Creates a `STORE_UNAVAILABLE` error. @param cause the client library's error */
  static unavailable(message: string, cause?: unknown): StoreError {
    return new StoreError('STORE_UNAVAILABLE', message, cause === undefined ? {} : { cause });
  }
}
