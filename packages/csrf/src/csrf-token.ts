const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const MASKED = /^[\w-]{86}$/;
const ONE_USE_BYTES = 18;
const ONE_USE = /^[\w-]{24}$/;

/** Secret of a session: 32 random bytes as base64url. */
export function newSecret(random: (bytes: number) => Uint8Array): string {
  return toBase64url(random(SECRET_BYTES));
}

/** Whether a value from the session has the form of {@link newSecret}. */
export function isSecret(value: unknown): value is string {
  return typeof value === 'string' && SECRET.test(value);
}

/** A token for one request: 18 random bytes as base64url. No two responses contain the same, so it needs no mask. */
export function newOneUseToken(random: (bytes: number) => Uint8Array): string {
  return toBase64url(random(ONE_USE_BYTES));
}

/** Whether a value has the form of {@link newOneUseToken}. */
export function isOneUseToken(value: unknown): value is string {
  return typeof value === 'string' && ONE_USE.test(value);
}

/**
 * Creates a token for one response: a random mask, and the masked secret. No two responses contain the same text, so
 * compression does not reveal it (BREACH).
 */
export function maskedToken(secret: string, random: (bytes: number) => Uint8Array): string {
  const mask = Uint8Array.from(random(SECRET_BYTES));
  return toBase64url(Uint8Array.from([...mask, ...xor(mask, fromBase64url(secret))]));
}

/** Whether a token was created from a secret. The time does not depend on where they differ. */
export function isTokenOf(secret: string, token: unknown): boolean {
  if (typeof token !== 'string' || !MASKED.test(token)) return false;
  const bytes = fromBase64url(token);
  const unmasked = xor(bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES));
  const difference = xor(unmasked, fromBase64url(secret));
  return difference.reduce((all, byte) => all | byte, 0) === 0;
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, at) => byte ^ (b[at] ?? 0xff));
}

function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
