import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A cookie that browsers would drop: it is not sent. The response is 500, and the application has to send less. */
export class CookieError extends CodedError<'COOKIE_TOO_LARGE'> {
  readonly status = 500;

  static {
    brand(this, '@mortise/cookies/CookieError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/** An option or key that this package refuses: `code` is `OPTION_INVALID`. A key is never in the message. */
export class CookieOptionError extends OptionError {
  static {
    brand(this, '@mortise/cookies/CookieOptionError');
  }
}
