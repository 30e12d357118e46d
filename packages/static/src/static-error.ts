import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An option that is refused when the application is configured. */
export class StaticError extends OptionError {
  static {
    brand(this, '@mortise/static/StaticError');
  }
}
