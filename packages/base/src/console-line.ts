import { consoleText } from './console-text.js';
import { quote } from './quote.js';

/** Text that needs no quotation marks: `id=7`, `route=/books/{id}`. */
const PLAIN = /^[^\s"=]+$/;

/**
 * Returns the arguments for `console` that print a message and its context on one line: `GET /books/7 200 bytes=9`. An
 * object as the second argument would be printed over several lines, and an error with its stack.
 *
 * @param context values that are not plain text are written as JSON, errors as their name and message
 */
export function consoleLine(
  message: string,
  context: Readonly<Record<string, unknown>>,
): readonly string[] {
  const fields = Object.entries(context).map(([name, value]) => `${name}=${textOf(value)}`);
  return consoleText([message, ...fields].join(' ').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  try {
    const whole = value instanceof Error ? `${value.name}: ${value.message}` : value;
    // In a list, a value without a JSON form, such as a function, becomes null.
    return JSON.stringify([whole]).slice(1, -1);
  } catch {
    return quote(value);
  }
}
