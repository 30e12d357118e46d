import { BodyError } from '../body-error.js';
import { hasLoneSurrogate } from './has-lone-surrogate.js';
import { jsonErrorPosition } from './json-error-position.js';
import { withoutPrototypes } from './without-prototypes.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads JSON (RFC 8259) as associative data.
 *
 * @param body text, or bytes in UTF-8
 * @returns a list, or a map with a null prototype, at every level; a key `__proto__` is dropped.
 *   `null` for a scalar, for an empty body, and for anything that cannot be read: a byte order mark,
 *   invalid UTF-8, half of a surrogate pair, more than 512 levels
 */
export function parseJson(body: Uint8Array | string): object | null {
  try {
    const text = textOf(body);
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null || !withoutPrototypes(data)) return null;
    return hasLoneSurrogate(text, data) ? null : data;
  } catch {
    return null;
  }
}

/**
 * {@link parseJson}, but what cannot be read is an error.
 *
 * @returns `null` for an empty body only
 * @throws {BodyError} `BODY_MALFORMED`, whose message tells the position in characters
 */
export function parseJsonStrictly(body: Uint8Array | string): object | null {
  if (body.length === 0) return null;
  const text = decoded(body);
  const data = parsed(text);
  if (typeof data !== 'object' || data === null) throw BodyError.malformed('JSON object or list');
  if (!withoutPrototypes(data)) throw BodyError.malformed('JSON of at most 512 levels');
  if (hasLoneSurrogate(text, data)) throw BodyError.malformed('JSON: half of a surrogate pair');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = jsonErrorPosition(text);
    const found =
      position === text.length ? 'it ends' : `${JSON.stringify(text.charAt(position))} stands`;
    throw BodyError.malformed(`JSON: ${found} at position ${position}`, error);
  }
}

function decoded(body: Uint8Array | string): string {
  try {
    return textOf(body);
  } catch (error) {
    throw BodyError.malformed('text in UTF-8', error);
  }
}

function textOf(body: Uint8Array | string): string {
  return typeof body === 'string' ? body : utf8.decode(body);
}
