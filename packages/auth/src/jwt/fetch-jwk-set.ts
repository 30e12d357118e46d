import { ByteCollector } from '@mortise/base';
import { isJwkSet, type JwkSet } from './jwk-set.js';

/** The limits for loading keys. */
export interface FetchLimits {
  /** Milliseconds within which the whole response must arrive. */
  readonly timeout: number;
  readonly maxBytes: number;
}

/**
 * Loads a JWK set. Redirects are not followed: they could lead to http.
 *
 * @throws {Error} for a status other than 200, for a body that exceeds the limit or is not a JWK set, and after the
 *   timeout
 */
export async function fetchJwkSet(
  url: string,
  { timeout, maxBytes }: FetchLimits,
): Promise<JwkSet> {
  const response = await fetch(url, {
    headers: { Accept: 'application/jwk-set+json, application/json' },
    // Not every runtime supports `redirect: 'error'`.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the key server responded with ${response.status}`);
  }
  const bytes = new ByteCollector();
  // Throwing inside the loop cancels the body.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes.add(chunk);
    if (bytes.size > maxBytes)
      throw new Error(`the key set exceeds the limit of ${maxBytes} bytes`);
  }
  const set = parsed(new TextDecoder().decode(bytes.take()));
  if (!isJwkSet(set)) throw new Error('the response is not a JWK set of 1 to 100 keys');
  return set;
}

/** @returns `undefined` for text that is not JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
