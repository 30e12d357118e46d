/** Where {@link uuidV7} takes time and randomness from. */
export interface UuidSources {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/**
 * A UUID that begins with the time: ids sort by their age, to the millisecond.
 *
 * @returns 36 characters in lower case
 * @see RFC 9562 5.7
 */
export function uuidV7({ now, random }: UuidSources): string {
  const time = Math.trunc(now()).toString(16).padStart(12, '0');
  const bytes = random(10);
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  const variant = (8 | ((bytes[2] ?? 0) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(5, 8)}-${hex.slice(8)}`;
}
