import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** Why a store refused or failed: stable, for programs. */
export type StoreCode =
  | 'STORE_KEY_INVALID'
  | 'STORE_STEP_INVALID'
  | 'STORE_TTL_INVALID'
  | 'STORE_UNAVAILABLE'
  | 'STORE_VALUE_INVALID'
  | 'STORE_VALUE_TOO_LARGE';

/**
 * What stores reject with. `code` is stable; `message` is human-readable and,
 * since the status is 500 or above, not shown to clients.
 */
export class StoreError extends CodedError<StoreCode> {
  /** 503 for `STORE_UNAVAILABLE`, otherwise 500. */
  readonly status: number;

  /** What was refused; `undefined` if nothing was. */
  readonly value: unknown;

  constructor(
    code: StoreCode,
    message: string,
    facts: { readonly value?: unknown; readonly cause?: unknown } = {},
  ) {
    super(code, message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.status = code === 'STORE_UNAVAILABLE' ? 503 : 500;
    this.value = facts.value;
  }

  static {
    brand(this, '@mortise/store/StoreError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** For a server that failed. @param cause what the client library rejected with */
  static unavailable(message: string, cause?: unknown): StoreError {
    return new StoreError('STORE_UNAVAILABLE', message, cause === undefined ? {} : { cause });
  }
}

/** An option that a store refuses when it is created: `code` is `OPTION_INVALID`. */
export class StoreOptionError extends OptionError {
  static {
    brand(this, '@mortise/store/StoreOptionError');
  }
}
