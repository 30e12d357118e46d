import { brand, CodedError } from '../coded-error.js';
import { quote } from '../quote.js';

/**
 * A refused option of a function, thrown when it is called. It is a programming error, not an error of a request,
 * and has no `status`. Each package has its own subclass.
 */
export class OptionError extends CodedError<'OPTION_INVALID'> {
  /** The path of the option: `'origins[0]'`. */
  readonly option: string;

  /** The received value. */
  readonly value: unknown;

  /** @param expected completes the sentence "expected ...", with an example where that helps */
  constructor(option: string, value: unknown, expected: string) {
    super('OPTION_INVALID', `invalid ${option}: received ${quote(value)}; expected ${expected}`);
    this.option = option;
    this.value = value;
  }

  static {
    brand(this, '@mortise/base/OptionError');
  }
}
