import { fromBase64url, type RandomBytes, toBase64url } from '@mortise/base';

const SECRET_BYTES = 32;
const ONE_USE_BYTES = 18;
const ONE_USE = /^[\w-]{24}$/;

/** Creates the secret of a session: 32 random bytes as base64url. */
export function newSecret(random: RandomBytes): string {
  return toBase64url(random(SECRET_BYTES));
}

/** Whether a value from the session has the form of {@link newSecret}. */
export function isSecret(value: unknown): value is string {
  return bytesOf(value, SECRET_BYTES) !== null;
}

/**
 * Creates a token for one request: 18 random bytes as base64url. It needs no mask, since no two responses contain the
 * same token.
 */
export function newOneUseToken(random: RandomBytes): string {
  return toBase64url(random(ONE_USE_BYTES));
}

/** Whether a value has the form of {@link newOneUseToken}. */
export function isOneUseToken(value: unknown): value is string {
  return typeof value === 'string' && ONE_USE.test(value);
}

/**
 * Creates a token for one response: a random mask followed by the masked secret, as base64url. No two responses contain
 * the same text, so compression does not reveal the secret (BREACH).
 *
 * @param secret from {@link newSecret}
 */
export function maskedToken(secret: string, random: RandomBytes): string {
  const mask = random(SECRET_BYTES);
  const bytes = bytesOf(secret, SECRET_BYTES) ?? new Uint8Array();
  return toBase64url(Uint8Array.from([...mask, ...xor(mask, bytes)]));
}

/** Whether a token was created from a secret. The comparison takes constant time. */
export function isTokenOf(secret: string, token: unknown): boolean {
  const expected = bytesOf(secret, SECRET_BYTES);
  const bytes = bytesOf(token, 2 * SECRET_BYTES);
  if (expected === null || bytes === null) return false;
  const unmasked = xor(bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES));
  return xor(unmasked, expected).reduce((all, byte) => all | byte, 0) === 0;
}

/** Decodes base64url; `null` if the value is not a string, or has another number of bytes. */
function bytesOf(value: unknown, length: number): Uint8Array | null {
  if (typeof value !== 'string' || value.length !== Math.ceil((length * 4) / 3)) return null;
  return fromBase64url(value);
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, at) => byte ^ (b[at] ?? 0xff));
}
