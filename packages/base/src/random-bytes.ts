/** Returns a given number of unguessable bytes. The type of the `random` options of all packages. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * Returns random bytes from Web Crypto.
 *
 * @param length number of bytes, at most 65,536
 */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
