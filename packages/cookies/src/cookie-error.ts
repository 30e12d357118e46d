import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Thrown for a cookie or attribute so large that browsers would drop it: 500. Store less in the cookie. */
export class CookieError extends CodedError<'COOKIE_TOO_LARGE'> {
  readonly status = 500;

  static {
    brand(this, '@mortise/cookies/CookieError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
