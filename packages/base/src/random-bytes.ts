/** Creates unguessable bytes, given their number. The type of the packages' `random` options. */
export type RandomBytes = (length: number) => Uint8Array;

/** Returns random bytes of Web Crypto: at most 65,536. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
