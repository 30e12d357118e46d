import { fieldValueFault, isFieldValue, trimOws } from '@mortise/http-syntax';
import { isHeaderToken } from './header-name.js';
import { invalid, MessageError } from './message-error.js';

/**
 * Returns alternating names and values, one pair for each value, after checking all of them.
 *
 * @throws {MessageError} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
 */
export function fieldsOf(name: string, value: string | readonly string[]): string[] {
  if (typeof name !== 'string' || !isHeaderToken(name)) {
    throw invalid('HEADER_NAME_INVALID', 'header name', 'a token', name);
  }
  if (typeof value === 'string') return [name, checkedValue(name, value)];
  if (!Array.isArray(value) || value.length === 0) {
    const expected = 'a string, or a list of at least one string';
    throw invalid('HEADER_VALUE_INVALID', 'header value', expected, value);
  }
  return value.flatMap((one: string) => [name, checkedValue(name, one)]);
}

function checkedValue(name: string, value: string): string {
  const trimmed = typeof value === 'string' ? trimOws(value) : '\0';
  if (isFieldValue(trimmed)) return trimmed;
  const message = `invalid value for the header ${name}: received ${fieldValueFault(value)}; expected only visible ASCII, spaces, tabs and U+0080 to U+00FF`;
  throw new MessageError('HEADER_VALUE_INVALID', message, value);
}
