import { brand, CodedError, hideValue, quote } from '@mortise/base';

/** Which part of a cookie is invalid. */
export type SetCookieCode =
  | 'COOKIE_NAME'
  | 'COOKIE_VALUE'
  | 'COOKIE_PREFIX'
  | 'COOKIE_PARTITIONED'
  | 'COOKIE_SAME_SITE'
  | 'COOKIE_TOO_LARGE';

/** An invalid cookie. `code` is stable; `message` is human-readable. */
export class SetCookieError extends CodedError<SetCookieCode> {
  /** The invalid part, as received. */
  declare readonly value: unknown;

  constructor(code: SetCookieCode, rule: string, value: unknown) {
    super(code, `${rule}; received ${quote(value)}`);
    hideValue(this, value);
  }

  static {
    brand(this, '@mortise/http-syntax/SetCookieError');
  }
}
