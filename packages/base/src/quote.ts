/** Maximum characters of a string in a message. */
const MAX_TEXT = 80;

/**
 * Describes a value, for "received ..." in messages: `undefined`, `"text"`, `7`, `a function`, `the
 * class Auth`, `a promise`, `an array`, `an instance of Auth`, `an object`. Text is truncated at 80
 * characters.
 */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}\u2026` : value);
  }
  if (typeof value === 'function') {
    const name = nameOfClass(value);
    return name === null ? 'a function' : `the class ${name}`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof (value as { then?: unknown }).then === 'function') return 'a promise';
  const { constructor } = value;
  if (typeof constructor !== 'function' || constructor === Object) return 'an object';
  return `an instance of ${constructor.name}`;
}

/** Returns the name of a class that was declared with `class`; `null` for any other value. */
export function nameOfClass(value: unknown): string | null {
  if (typeof value !== 'function') return null;
  return /^class\b/.test(Function.prototype.toString.call(value)) ? value.name : null;
}

/** Whether a value is a function that can be called without `new`, which a class cannot. */
export function isPlainFunction(value: unknown): value is (...given: never[]) => unknown {
  return typeof value === 'function' && nameOfClass(value) === null;
}
