/** Maximum characters of a text in a message. */
const MAX_TEXT = 80;

/**
 * Describes a value, for "received …" in messages: `undefined`, `"text"`, `7`, `a function`, `the
 * class Auth`, `a promise`, `an array`, `an instance of Auth`, `an object`. Text is truncated at 80
 * characters.
 */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value);
  }
  if (typeof value === 'function') return describeFunction(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof (value as { then?: unknown }).then === 'function') return 'a promise';
  const { constructor } = value;
  if (typeof constructor !== 'function' || constructor === Object) return 'an object';
  return `an instance of ${constructor.name}`;
}

function describeFunction(value: { readonly name: string }): string {
  const isClass = Function.prototype.toString.call(value).startsWith('class');
  return isClass ? `the class ${value.name}` : 'a function';
}
