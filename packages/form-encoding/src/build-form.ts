import { anyForm, exactForm } from './exact-form.js';
import { FormError } from './form-error.js';

/**
 * Input of {@link buildForm}: strings, numbers and booleans, nested in lists and maps. `null` and `undefined` are
 * omitted.
 */
export type FormInput = string | number | bigint | boolean | null | undefined | FormInputs;

/** A list or a map as input of {@link buildForm}; accepts every result of `parseForm`. */
export type FormInputs = readonly FormInput[] | { readonly [name: string]: FormInput };

/** Options of {@link buildForm}. */
export interface BuildFormOptions {
  /**
   * How a space is written: `'+'` (the default), or `'%20'` as elsewhere in a URI (RFC 3986), which also leaves `~`
   * unescaped.
   */
  readonly space?: '+' | '%20' | undefined;

  /**
   * Whether to reject data that `parseForm` would read differently or drop: a list item that is `null` or has no
   * output; the names `''` and `__proto__`; a name with NUL; at the first level, a name with `[`; below it, a name with
   * `]` or of a single whitespace character; an unpaired surrogate in a name or text. Default `false`, as in PHP.
   * Members of a map that are `null` or empty are omitted either way.
   */
  readonly exact?: boolean | undefined;
}

/**
 * Writes a URL-encoded form like PHP's `http_build_query`: the inverse of `parseForm`.
 *
 * A list `{ a: ['x'] }` becomes `a%5B0%5D=x`, a map `{ a: { k: 'x' } }` becomes `a%5Bk%5D=x`, and `true` and `false`
 * become 1 and 0. Empty lists and maps are omitted. Brackets in a name are escaped only once, so `parseForm` reads them
 * as nesting. Own enumerable properties are written in order; an unpaired surrogate is written as U+FFFD.
 *
 * @returns the form without a `?`; `''` if there is nothing to write
 * @throws {FormError} `FORM_CYCLE` if a list or map contains itself; `FORM_UNWRITABLE` for data that `exact` rejects
 * @see https://www.php.net/http_build_query
 */
export function buildForm(data: FormInputs, options: BuildFormOptions = {}): string {
  const checks = options.exact === true ? exactForm : anyForm;
  const encode = options.space === '%20' ? encodeUri : encodeForm;
  const pairs: string[] = [];
  const open = new Set<object>([data]);
  // An explicit stack: data can be nested deeper than the call stack allows.
  const levels: Level[] = [level('', data, 0, null)];
  for (let current = levels.at(-1); current !== undefined; current = levels.at(-1)) {
    const entry = current.entries[current.next++];
    if (entry === undefined) {
      levels.pop();
      open.delete(current.data);
      checks.item(current.parent, current.name, pairs.length > current.before);
      continue;
    }
    const [key, value] = entry;
    const name = levels.length === 1 ? encode(key) : `${current.name}%5B${encode(key)}%5D`;
    checks.name(key, name, levels.length === 1);
    if (typeof value === 'object' && value !== null) {
      if (open.has(value)) throw FormError.cycle(name);
      open.add(value);
      levels.push(level(name, value, pairs.length, current.data));
    } else if (value !== null && value !== undefined) {
      const text = textOf(value);
      checks.text(text, name);
      pairs.push(`${name}=${encode(text)}`);
    } else {
      checks.item(current.data, name, false);
    }
  }
  return pairs.join('&');
}

function textOf(value: string | number | bigint | boolean): string {
  return String(typeof value === 'boolean' ? Number(value) : value);
}

type Level = {
  readonly name: string;
  readonly data: FormInputs;
  readonly entries: readonly (readonly [string, FormInput])[];
  next: number;
  /** The number of pairs before this level. */
  readonly before: number;
  readonly parent: FormInputs | null;
};

function level(name: string, data: FormInputs, before: number, parent: Level['parent']): Level {
  return { name, data, entries: Object.entries(data), next: 0, before, parent };
}

/** Encodes like PHP's rawurlencode: escapes all except letters, digits and `-._~`. */
function encodeUri(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, escapeAscii);
}

/** Encodes like PHP's urlencode: like {@link encodeUri}, but a space is `+` and `~` is escaped. */
function encodeForm(text: string): string {
  return encodeUri(text).replaceAll('%20', '+').replaceAll('~', '%7E');
}

function escapeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
