import { nearest } from './nearest.js';
import { OptionError } from './option-error.js';

/**
 * Returns the error for an option that a function does not have: its sentence names the option that was meant, or lists all.
 * It is without the value, which can be the secret of a misspelled option.
 *
 * @param path of the options: `'cors'`
 * @param meant completes "expected ..."; default: the known name that is most like it
 */
export function unknownOption(
  path: string,
  name: string,
  known: readonly string[],
  meant: string | null = nearest(name, known),
): OptionError {
  const line = meant !== null && known.includes(meant) ? `${path}.${meant}` : meant;
  const expected = line ?? `one of ${known.join(', ')}`;
  const option = `${path}.${name}`;
  return new OptionError(option, undefined, expected, `unknown option ${option}`);
}
