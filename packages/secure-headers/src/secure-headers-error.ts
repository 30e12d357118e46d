import { brand, OptionError } from '@mortise/base';

/** An option of `secureHeaders` that is refused when the application is configured. */
export class SecureHeadersError extends OptionError {
  static {
    brand(this, '@mortise/secure-headers/SecureHeadersError');
  }
}
