/**
 * Whether a received secret equals the expected one, compared in constant time: the time depends on the lengths, but
 * not on where the secrets differ. Text is compared as UTF-8.
 *
 * @param received from a client
 * @param secret the expected secret; nothing equals an empty one, so that a missing configuration does not accept an
 *   empty password
 */
export function equalSecrets(received: string | Uint8Array, secret: string | Uint8Array): boolean {
  const [a, b] = [bytesOf(received), bytesOf(secret)];
  if (b.length === 0) return false;
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at % b.length] ?? 0);
  return difference === 0;
}

function bytesOf(secret: string | Uint8Array): Uint8Array {
  return typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
}
