import { brand, CodedError, quote } from '@mortise/base';

/** Which part of a cookie cannot be sent. */
export type SetCookieCode =
  | 'COOKIE_NAME'
  | 'COOKIE_VALUE'
  | 'COOKIE_DOMAIN'
  | 'COOKIE_PATH'
  | 'COOKIE_EXPIRES'
  | 'COOKIE_MAX_AGE'
  | 'COOKIE_SAME_SITE'
  | 'COOKIE_PREFIX'
  | 'COOKIE_PARTITIONED';

/** A cookie that must not be sent as requested. `code` is stable; `message` is human-readable. */
export class SetCookieError extends CodedError<SetCookieCode> {
  /** The part at fault, as it was given. */
  readonly value: unknown;

  constructor(code: SetCookieCode, rule: string, value: unknown) {
    super(code, `${rule}, not ${quote(value)}`);
    this.value = value;
  }

  static {
    brand(this, '@mortise/http-syntax/SetCookieError');
  }
}
