/** Creates bytes that nobody can guess; given the number of bytes. The type of the `random` option of packages. */
export type RandomBytes = (length: number) => Uint8Array;

/** Returns random bytes of Web Crypto: at most 65,536. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
