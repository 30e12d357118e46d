import { decodeEscapes } from './decode-escapes.js';
import { decodeBytes, type FormCharset } from './form-charset.js';
import { FormError } from './form-error.js';
import { type FormTreeOptions, treeRules } from './tree-rules.js';
import type { FormEntry, FormMap } from './form-value.js';
import { PathTree } from './path-tree.js';

/** How a form is read, whatever its charset. */
export interface FormOptions extends FormTreeOptions {
  /**
   * The maximum number of parameters; repeated and dropped ones count, empty ones (`&&`) do not. Default 1,000;
   * `Infinity` for no limit; a value such as `NaN` allows none.
   */
  readonly maxParameters?: number | undefined;
  /** The characters that separate parameters, each on its own. Default `'&'`. */
  readonly separators?: '&' | ';' | '&;' | undefined;
  /** Whether every map and list of the result is frozen. Default false. */
  readonly frozen?: boolean | undefined;
}

/** Options of {@link parseForm}. */
export interface ParseFormOptions extends FormOptions {
  /** The charset of the bytes and the escapes. Default `'utf-8'`. */
  readonly charset?: FormCharset | undefined;
  /**
   * Index at which the form begins in a string: reading a query within its URL is faster than slicing it. Default 0.
   */
  readonly start?: number | undefined;
}

/**
 * Parses a URL-encoded form or query like PHP's `parse_str`.
 *
 * `a[]=1` creates a list and `a[k]=1` a map, nested in any way. With `a=1&a=2`, the last value wins; a name without `=`
 * has the value `''`. Lists are dense: keys other than 0, 1, 2, ... in order create a map.
 *
 * @param form text, or the bytes as received; without the `?` of a query, unless `start` is after it
 * @returns `{}` for an empty form; every map has a null prototype and no key `__proto__`
 * @throws {FormError} `FORM_TOO_MANY_PARAMETERS`, `FORM_TOO_DEEP`, unless `onLimit` is `'truncate'`
 * @see https://www.php.net/parse_str
 */
export function parseForm(form: string | Uint8Array, options: ParseFormOptions = {}): FormMap {
  const tree = new PathTree<string>(treeRules(options), options.frozen);
  readParameters(form, options, tree);
  return tree.done();
}

/**
 * Returns the parameters of a URL-encoded form or query as sent: names and values, decoded, in order. Repeated names are
 * included, and brackets have no meaning.
 *
 * @param form as for {@link parseForm}; options about names have no effect
 * @returns `[]` for an empty form
 * @throws {FormError} `FORM_TOO_MANY_PARAMETERS`, unless `onLimit` is `'truncate'`
 */
export function formEntries(
  form: string | Uint8Array,
  options: ParseFormOptions = {},
): readonly FormEntry[] {
  const entries: FormEntry[] = [];
  readParameters(form, options, {
    put: (text, start, end, charset, value) => {
      entries.push([decodeEscapes(text, start, end, charset), value]);
    },
  });
  return entries;
}

/** Reads the parameters of a form in order, up to the maximum number. */
function readParameters(
  form: string | Uint8Array,
  options: ParseFormOptions,
  receiver: Pick<PathTree<string>, 'put'>,
): void {
  const { charset = 'utf-8', maxParameters = 1000, separators = '&' } = options;
  const text = typeof form === 'string' ? form : decodeBytes(form, charset);
  const escapes = /[%+]/.test(text) ? charset : null;
  let parameters = 0;
  let equals = -1;
  let end: number;
  for (let { start = 0 } = options; start < text.length; start = end + 1) {
    end = indexFrom(text, start, separators);
    if (end === start) continue;
    // Written so that a limit of `NaN` allows nothing.
    if (!(++parameters <= maxParameters)) {
      stopAt(maxParameters, options);
      return;
    }
    // Searches again only after the last `=` found, so a form without `=` is searched only once.
    if (equals < start) equals = indexFrom(text, start, '=');
    // The value is empty if there is no `=`.
    const value = decodeEscapes(text, equals + 1, end, escapes);
    receiver.put(text, start, Math.min(equals, end), escapes, value);
  }
}

/** Throws, unless the parameters read so far are kept, as in PHP. */
function stopAt(maxParameters: number, { onLimit = 'refuse' }: ParseFormOptions): void {
  if (onLimit === 'refuse') throw FormError.tooManyParameters(maxParameters);
}

/** Returns the index of the first of several characters; the length of the text if there is none. */
function indexFrom(text: string, start: number, characters: string): number {
  let at = start;
  if (characters.length === 1) {
    at = text.indexOf(characters, start);
    return at === -1 ? text.length : at;
  }
  while (at < text.length && !characters.includes(text.charAt(at))) at++;
  return at;
}
