import { brand, CodedError, hideValue } from '../coded-error.js';
import { quote } from '../quote.js';

/**
 * The error for an invalid option of a function, thrown when the function is called. It is a programming error, not a
 * request error, so it has no `status`.
 */
export class OptionError extends CodedError<'OPTION_INVALID'> {
  /** The path of the option, beginning with the function that takes it: `'cors.origins[0]'`. */
  readonly option: string;

  /** The received value, which is not enumerable; `undefined` for an unknown option. Either can be a secret. */
  declare readonly value: unknown;

  /**
   * @param expected completes the sentence "expected ...", with an example where that helps
   * @param problem what is wrong, such as an unknown name; default: that the value is invalid
   */
  constructor(
    option: string,
    value: unknown,
    expected: string,
    problem = `invalid ${option}: received ${quote(value)}`,
  ) {
    super('OPTION_INVALID', `${problem}; expected ${expected}`);
    this.option = option;
    hideValue(this, value);
  }

  static {
    brand(this, '@mortise/base/OptionError');
  }
}
