import { joinBytes, toBase64url } from '@mortise/base';
import { canonicalPath, parseRequestTarget } from '@mortise/http-syntax';

const encoder = new TextEncoder();

/**
 * Identifies the content of a request.
 *
 * @param target as the client sent it, with the query; all encodings of its path are equal, and its absolute form equals
 *   its path
 * @param body raw
 * @returns base64url of the SHA-256
 */
export async function fingerprintOf(
  method: string,
  target: string,
  body: Uint8Array,
): Promise<string> {
  const [beforeQuery = ''] = target.split('?', 1);
  const parsed = parseRequestTarget(method, target);
  const path = parsed?.form === 'absolute' ? parsed.path : beforeQuery;
  const canonical = (canonicalPath(path) ?? path) + target.slice(beforeQuery.length);
  // Neither a method nor a target contains a space or a line break.
  return toBase64url(await digest(joinBytes([encoder.encode(`${method} ${canonical}\n`), body])));
}

/** The key in the store: hashed, so that neither scope nor key can exceed the limits of a store or leave their place. */
export async function storeKeyOf(prefix: string, scope: string, key: string): Promise<string> {
  return prefix + toBase64url(await digest(encoder.encode(JSON.stringify([scope, key]))));
}

/** The SHA-256. */
export async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  // A copy, because the types of some runtimes refuse bytes whose memory could be shared.
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
}
