import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A refused option, thrown when the application is configured. */
export class StaticError extends OptionError {
  static {
    brand(this, '@mortise/static/StaticError');
  }
}
