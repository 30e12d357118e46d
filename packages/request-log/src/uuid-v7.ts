/** The sources of time and randomness for {@link uuidV7}. */
export interface UuidSources {
  /** Milliseconds since 1970. */
  readonly now: () => number;

  /** A random UUID of version 4, like `crypto.randomUUID`: its last 76 bits, with the variant, become the result's. */
  readonly randomUUID: () => string;
}

/**
 * Returns a UUID that begins with the time: ids sort by their age, to the millisecond.
 *
 * @returns 36 characters in lower case
 * @see RFC 9562 5.7
 */
export function uuidV7({ now, randomUUID }: UuidSources): string {
  const time = Math.trunc(now()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice('xxxxxxxx-xxxx-4'.length)}`;
}
