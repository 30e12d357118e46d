import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** A cookie is so large that browsers would drop it. It is not sent, and the response is a 500: store less in it. */
export class CookieError extends CodedError<'COOKIE_TOO_LARGE'> {
  readonly status = 500;

  static {
    brand(this, '@mortise/cookies/CookieError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
