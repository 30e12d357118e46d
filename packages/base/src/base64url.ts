const TEXT = /^[\w-]*$/;

/** Encodes bytes as base64url without padding (RFC 4648 5). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url; returns `null` for any text that {@link toBase64url} does not produce. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!TEXT.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  // The last character can have unused bits, but each value must have only one encoding.
  return toBase64url(bytes) === text ? bytes : null;
}
