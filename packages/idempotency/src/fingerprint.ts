import { joinBytes, toBase64url } from '@mortise/base';
import { canonicalPath, parseRequestTarget } from '@mortise/http-syntax';

const encoder = new TextEncoder();
const MACHINE = /^(?:[\d.]+$|\[|localhost$)/;

/**
 * Returns a fingerprint that identifies the content of a request.
 *
 * @param host the host that the client addressed, without the port. An IP address and `localhost` are ignored, because they
 *   name a machine: a retry can reach another one
 * @param target the request target as the client sent it, with the query string. All encodings of its path have the
 *   same fingerprint, and so has its absolute form
 * @param body the raw body
 * @returns the SHA-256, as base64url
 */
export async function fingerprintOf(
  method: string,
  host: string,
  target: string,
  body: Uint8Array,
): Promise<string> {
  const [beforeQuery = ''] = target.split('?', 1);
  const parsed = parseRequestTarget(method, target);
  const path = parsed?.form === 'absolute' ? parsed.path : beforeQuery;
  const canonical = (canonicalPath(path) ?? path) + target.slice(beforeQuery.length);
  const name = MACHINE.test(host) ? '' : host;
  // The text is unambiguous, because no method, host or target contains a space or a line break.
  const head = encoder.encode(`${method} ${name} ${canonical}\n`);
  return toBase64url(await digest(joinBytes([head, body])));
}

/**
 * Returns the key in the store: a hash, so that scope and key can neither exceed the store's limits nor be confused.
 */
export async function storeKeyOf(prefix: string, scope: string, key: string): Promise<string> {
  return prefix + toBase64url(await digest(encoder.encode(JSON.stringify([scope, key]))));
}

/** Returns the SHA-256 of bytes. */
export async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  // Copy, because the types of some runtimes do not accept bytes whose memory could be shared.
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
}
