import { nameOfClass } from './plain-function.js';

/** Maximum characters of a string in a message. */
const MAX_TEXT = 80;

/**
 * Describes a value, for "received ..." in messages: `undefined`, `"text"`, `7`, `a function`, `the
 * class Auth`, `a promise`, `an array`, `an instance of Auth`, `an object`. Text is truncated at 80
 * characters, and a URL where a secret can begin: after its scheme if there is an `@`, otherwise after `?`, `#` or `;`.
 */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    const text = withoutSecrets(value);
    return JSON.stringify(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\u2026` : text);
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

/** Like {@link quote}, for what can be a secret: text is not shown, only its length: `a string of length 7`. */
export function kindOf(value: unknown): string {
  return typeof value === 'string' ? `a string of length ${value.length}` : quote(value);
}

/** Matches what a URL begins with, or a user before a password. */
const SCHEME = /^(?:[^/{]*:\/\/|[^/{]*?:)/;

function withoutSecrets(text: string): string {
  const [scheme] = SCHEME.exec(text) ?? [];
  if (scheme === undefined) return text;
  const rest = text.slice(scheme.length);
  // A password can contain any delimiter, so nothing around an @ is shown, unless loggedTarget has removed it.
  const end = /(?<!\u2026)@/.test(rest)
    ? 0
    : scheme.endsWith('//')
      ? rest.search(/(?<=[?#;])|$/)
      : -1;
  return end < 0 || end === rest.length ? text : `${scheme}${rest.slice(0, end)}\u2026`;
}
