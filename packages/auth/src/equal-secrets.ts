import { ensure } from '@mortise/base/options';

/**
 * Whether a received secret equals the expected one, compared in constant time: the time depends on the lengths, but
 * not on where the secrets differ. Text is compared as UTF-8.
 *
 * @param received from a client; anything but text and bytes, such as a list of a JSON body, equals no secret, and
 *   neither does text with an unpaired surrogate, which UTF-8 does not have
 * @param secret the expected secret; nothing equals an empty one, so that a missing configuration does not accept an
 *   empty password
 * @throws {OptionError} `OPTION_INVALID` if the expected secret is neither text nor bytes
 */
export function equalSecrets(received: string | Uint8Array, secret: string | Uint8Array): boolean {
  const [a, b] = [bytesOf(received), bytesOf(secret)];
  ensure(b !== null, 'equalSecrets.secret', undefined, 'well-formed text, or bytes');
  if (a === null || b === null || b.length === 0) return false;
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at % b.length] ?? 0);
  return difference === 0;
}

function bytesOf(secret: string | Uint8Array): Uint8Array | null {
  if (typeof secret === 'string')
    return secret.isWellFormed() ? new TextEncoder().encode(secret) : null;
  // Another realm has its own class.
  return secret instanceof Uint8Array || ArrayBuffer.isView(secret) ? secret : null;
}
