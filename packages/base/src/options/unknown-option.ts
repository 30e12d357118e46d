import { nearest } from './nearest.js';
import { OptionError } from './option-error.js';

/**
 * Returns the error for an option that a function does not have. Its message names the option that was probably meant,
 * or lists all. It does not contain the value, because a misspelled option can hold a secret.
 *
 * @param path of the options: `'cors'`
 * @param meant completes "expected ..."; default: the most similar known name
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
