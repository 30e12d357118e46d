import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An option of `secureHeaders` that is refused when the application is configured. */
export class SecureHeadersError extends OptionError {
  static {
    brand(this, '@mortise/secure-headers/SecureHeadersError');
  }
}
