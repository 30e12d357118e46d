import { quote } from '@mortise/base';
import { normalizeMethod } from '@mortise/base/message';
import { RouterError } from './router-error.js';

/** RFC 9110 5.6.2. `*`, for any method, is a token too. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Returns methods as they are registered: each once, those of HTTP in upper case, others unchanged.
 *
 * @param pattern of the route, for the error
 * @throws {RouterError} `METHOD_INVALID` for an empty list, and for a method that is not a token
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
