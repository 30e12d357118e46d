/** Maximum characters of a key after unescaping. */
const MAX_KEY_LENGTH = 255;

/** RFC 9651 4.2.5: visible ASCII and spaces in quotes; only `"` and `\` are escaped. */
const STRING = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Visible ASCII without the characters that separate or quote values. */
const UNQUOTED = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/**
 * Parses the value of an `Idempotency-Key` header: `"8e03978e"` is the key `8e03978e`.
 *
 * @param value the value of a single header line, without surrounding spaces
 * @param acceptUnquoted whether a key without quotes is also accepted, as the same key
 * @returns the key, 1 to 255 characters; `null` if the value is not a string (RFC 9651 3.3.3), has parameters, or
 *   contains an empty or longer string
 * @see draft-ietf-httpapi-idempotency-key-header-07 2.1
 */
export function parseIdempotencyKey(value: string, acceptUnquoted = false): string | null {
  // Each character takes at most two in escaped form; the quotes take two more.
  if (value.length > 2 * MAX_KEY_LENGTH + 2) return null;
  const key = STRING.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? bare(value, acceptUnquoted);
  return key === '' || key.length > MAX_KEY_LENGTH ? null : key;
}

/** @returns `''` for a value that is not accepted */
function bare(value: string, accepted: boolean): string {
  return accepted && UNQUOTED.test(value) ? value : '';
}
