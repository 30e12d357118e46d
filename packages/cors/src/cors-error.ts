import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A refused option of `cors`, thrown when the application is configured. */
export class CorsError extends OptionError {
  static {
    brand(this, '@mortise/cors/CorsError');
  }
}
