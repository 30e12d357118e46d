import { quote } from '@mortise/base';
import { normalizeMethod } from '@mortise/base/message';
import { RouterError } from './router-error.js';

/** A token of RFC 9110 5.6.2; `*`, for any method, is one too. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Normalizes the methods of a route: removes duplicates, and converts standard methods to upper case.
 *
 * @param pattern the route's pattern, for the error message
 * @throws {RouterError} `METHOD_INVALID` if the list is empty, or a method is not a token
 * @see RFC 9110 9.1: methods are case-sensitive
 */
export function normalMethods(
  methods: string | readonly string[],
  pattern: string,
): readonly string[] {
  if (typeof methods === 'string') return [normalMethod(methods, pattern)];
  if (methods.length === 0) {
    const message = `"${pattern}" has no method; write at least one, or "*" for any`;
    throw RouterError.of('METHOD_INVALID', message, pattern);
  }
  return [...new Set(methods.map((method) => normalMethod(method, pattern)))];
}

function normalMethod(method: string, pattern: string): string {
  if (typeof method !== 'string' || !TOKEN.test(method)) {
    const message = `invalid method ${quote(method)} for "${pattern}"; expected a token, such as "GET"`;
    throw RouterError.of('METHOD_INVALID', message, pattern);
  }
  return normalizeMethod(method);
}
