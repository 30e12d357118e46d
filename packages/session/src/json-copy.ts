import { quote } from '@mortise/base';
import { SessionError } from './session-error.js';

/** Maximum nesting depth of lists and objects in a value. */
const MAX_DEPTH = 64;

/**
 * Returns a deep copy of a JSON value.
 *
 * @param key names the value in the error
 * @throws {SessionError} `SESSION_VALUE_INVALID` if JSON would lose or change the value, or if it has a key `__proto__`
 *   or more than 64 levels (a cycle)
 */
export function jsonCopy<T>(key: string, value: T, depth = 0): T {
  if (depth > MAX_DEPTH) throw invalid(key, `has more than ${MAX_DEPTH} levels`);
  if (isScalar(value)) return value;
  if (Array.isArray(value)) {
    return Array.from(value as unknown[], (item) => jsonCopy(key, item, depth + 1)) as T;
  }
  if (!isPlainObject(value))
    throw invalid(key, `contains ${quote(value)}, which JSON cannot preserve`);
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') throw invalid(key, 'has a member __proto__');
    if (member !== undefined) copy[name] = jsonCopy(key, member, depth + 1);
  }
  return copy as T;
}

function isScalar(value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return true;
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function invalid(key: string, problem: string): SessionError {
  const message = `the session value ${quote(key)} ${problem}; store strings, numbers, booleans, null, lists and plain objects`;
  return new SessionError('SESSION_VALUE_INVALID', message);
}
