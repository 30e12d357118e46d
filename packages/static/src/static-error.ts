import { brand, OptionError } from '@mortise/base';

/** An option that is refused when the application is configured. */
export class StaticError extends OptionError {
  static {
    brand(this, '@mortise/static/StaticError');
  }
}
