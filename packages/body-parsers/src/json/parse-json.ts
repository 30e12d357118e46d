import { BodyError } from '../body-error.js';
import { checkKeysAndDepth } from './check-keys-and-depth.js';
import { hasLoneSurrogate } from './has-lone-surrogate.js';
import { jsonErrorPosition } from './json-error-position.js';

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON (RFC 8259) like `JSON.parse`, but removes the key `__proto__` at every level.
 *
 * @param body text, or bytes in UTF-8; a leading byte order mark is skipped
 * @returns an array or an ordinary object; check names that a client chose with `Object.hasOwn`. `null` for a scalar,
 *   an empty body and invalid input, including invalid UTF-8, an unpaired surrogate and more than 512 levels
 */
export function parseJson(body: Uint8Array | string): object | null {
  try {
    const text = textOf(body);
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return null;
    if (checkKeysAndDepth(text, data, 'drop') !== null) return null;
    return hasLoneSurrogate(text, data) ? null : data;
  } catch {
    return null;
  }
}

/**
 * Like {@link parseJson}, but throws for invalid input, a scalar, and a key `__proto__` at any level.
 *
 * @returns `null` only for an empty body
 * @throws {BodyError} `BODY_MALFORMED`; for a syntax error, the message contains its position in characters, not
 *   counting a byte order mark
 */
export function parseJsonStrictly(body: Uint8Array | string): object | null {
  const text = decoded(body);
  if (text === '') return null;
  const data = parsed(text);
  if (typeof data !== 'object' || data === null) throw malformed('expected an object or an array');
  const problem = checkKeysAndDepth(text, data, 'refuse');
  if (problem !== null) throw malformed(problem);
  if (hasLoneSurrogate(text, data)) throw malformed('a string has an unpaired surrogate');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = jsonErrorPosition(text);
    const found = position === text.length ? 'end of input' : JSON.stringify(text.charAt(position));
    throw malformed(`unexpected ${found} at position ${position}`, error);
  }
}

function decoded(body: Uint8Array | string): string {
  try {
    return textOf(body);
  } catch (error) {
    throw malformed('it is not valid UTF-8', error);
  }
}

/**
 * Returns the text of a body. The lenient decoder replaces invalid bytes with U+FFFD; only if the text contains it, the
 * strict decoder is used, which takes five times as long on Deno.
 *
 * @throws {TypeError} if the bytes are not valid UTF-8
 */
function textOf(body: Uint8Array | string): string {
  if (typeof body === 'string') return body.startsWith('\ufeff') ? body.slice(1) : body;
  const text = utf8.decode(body);
  return text.includes('\uFFFD') ? strictUtf8.decode(body) : text;
}

function malformed(problem: string, cause?: unknown): BodyError {
  return BodyError.malformed('JSON', problem, cause);
}
