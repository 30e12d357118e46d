import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An option of `cors` that is refused when the application is configured. */
export class CorsError extends OptionError {
  static {
    brand(this, '@mortise/cors/CorsError');
  }
}
