import { brand, CodedError } from './coded-error.js';
import { quote } from './quote.js';

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

/**
 * Refuses unknown options, so that a misspelled name does not go unnoticed.
 *
 * @param names every option, with any value: `satisfies` checks that the list is complete
 * @param Refusal the error class of the calling package
 * @throws {OptionError} if `options` is not an object, or has another name
 */
export function assertOptionNames(
  options: unknown,
  names: Readonly<Record<string, unknown>>,
  Refusal: typeof OptionError,
): void {
  if (typeof options !== 'object' || options === null) {
    throw new Refusal('options', options, 'an object');
  }
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(names, name)) continue;
    throw new Refusal(name, value, `one of the options ${Object.keys(names).join(', ')}`);
  }
}
