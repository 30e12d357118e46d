import { decodeEscapes } from './decode-escapes.js';
import { type FormCharset, windows1252Character } from './form-charset.js';
import { FormError } from './form-error.js';
import { createFormTree, type FormTreeOptions } from './form-tree.js';
import type { FormMap } from './form-value.js';

/** How a form is read; the limits of the names are those of the tree. */
export interface ParseFormOptions extends FormTreeOptions {
  /** Most parameters, repeated and dropped ones included, empty ones (`&&`) not. Default 1,000; `Infinity` for no limit. */
  readonly maxParameters?: number;
  /** What stands between parameters: each character is a separator. Default `'&'`. */
  readonly separators?: '&' | ';' | '&;';
  /** In which character set the bytes and the escapes are. Default `'utf-8'`. */
  readonly charset?: FormCharset;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a URL-encoded form or query as PHP's `parse_str` does.
 *
 * `a=1&a=2` gives the last; `a[]=1` makes a list, `a[k]=1` a map, nested in any way; a name without
 * `=` has the value `''`. A list is dense: with keys other than 0, 1, 2, ... in order it is a map.
 *
 * @param form text, or the bytes as they came; without the `?` of a query
 * @returns `{}` for an empty form; every map has a null prototype and no key `__proto__`
 * @throws {FormError} `FORM_TOO_MANY_PARAMETERS`, `FORM_TOO_DEEP`, unless `onLimit` is `'truncate'`
 * @see https://www.php.net/parse_str
 */
export function parseForm(form: string | Uint8Array, options: ParseFormOptions = {}): FormMap {
  const { maxParameters = 1000, separators = '&', charset = 'utf-8', onLimit } = options;
  const text = typeof form === 'string' ? form : decodeBytes(form, charset);
  const tree = createFormTree(options);
  const first = separators.charCodeAt(0);
  const last = separators.charCodeAt(separators.length - 1);
  let parameters = 0;
  let start = 0;
  let equals = -1;
  let nameEscaped = false;
  let escaped = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? first : text.charCodeAt(at);
    if (code === first || code === last) {
      if (at > start) {
        if (++parameters > maxParameters) {
          if (onLimit === 'truncate') break;
          throw FormError.tooManyParameters(maxParameters);
        }
        const end = equals === -1 ? at : equals;
        const name = text.slice(start, end);
        const value = equals === -1 ? '' : text.slice(equals + 1, at);
        if (equals === -1) nameEscaped = escaped;
        tree.put(
          nameEscaped ? decodeEscapes(name, charset) : name,
          escaped ? decodeEscapes(value, charset) : value,
        );
      }
      start = at + 1;
      equals = -1;
      nameEscaped = escaped = false;
    } else if (code === 0x3d) {
      if (equals === -1) {
        equals = at;
        nameEscaped = escaped;
        escaped = false;
      }
    } else if (code === 0x25 || code === 0x2b) escaped = true;
  }
  return tree.root;
}

function decodeBytes(bytes: Uint8Array, charset: FormCharset): string {
  if (charset === 'utf-8') return utf8.decode(bytes);
  let text = '';
  for (const byte of bytes) text += windows1252Character(byte);
  return text;
}
