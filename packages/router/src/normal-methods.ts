import { RouterError, shown } from './router-error.js';

const STANDARD = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
]);
/** RFC 9110 5.6.2; `*`, which stands for any method, is one too. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Methods as they are registered: each once, those of HTTP in upper case, others as they are.
 *
 * @param pattern of the route, for the error
 * @throws {RouterError} `METHOD_INVALID` for no method at all, and for one that is no token
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
  if (STANDARD.has(method)) return method;
  if (!TOKEN.test(method)) {
    const message = `${shown(method)}, for "${pattern}", is no method; it must be a token, as "GET"`;
    throw RouterError.of('METHOD_INVALID', message, pattern);
  }
  const upper = method.toUpperCase();
  return STANDARD.has(upper) ? upper : method;
}
