const SHAPE = /^[\w-]{32}$/;
const ID_BYTES = 24;

/** A new value for the cookie: 192 random bits as base64url. @param random the source of the bytes */
export function newToken(random: (bytes: number) => Uint8Array): string {
  return base64url(random(ID_BYTES));
}

/** Whether a value of a cookie has the form of a token: others are never passed to the store. */
export function isToken(value: string | undefined): value is string {
  return value !== undefined && SHAPE.test(value);
}

/**
 * The id under which a session is stored: SHA-256 of the token in the cookie, as base64url. A reader of the store
 * cannot create a cookie from it.
 */
export async function idOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
