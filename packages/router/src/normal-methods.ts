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
 * @throws {RouterError} `METHOD_INVALID` for no method at all, and for one that is no token
 * @see RFC 9110 9.1: methods are case-sensitive
 */
export function normalMethods(methods: string | readonly string[]): readonly string[] {
  if (typeof methods === 'string') return [normalMethod(methods)];
  if (methods.length === 0)
    throw RouterError.of('METHOD_INVALID', 'a route needs a method; "*" stands for any');
  return [...new Set(methods.map(normalMethod))];
}

function normalMethod(method: string): string {
  if (STANDARD.has(method)) return method;
  if (!TOKEN.test(method)) {
    throw RouterError.of(
      'METHOD_INVALID',
      `${shown(method)} is no method; it must be a token, as "GET"`,
    );
  }
  const upper = method.toUpperCase();
  return STANDARD.has(upper) ? upper : method;
}
