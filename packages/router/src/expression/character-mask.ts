/**
 * Sets of characters as bits: bits 0 to 127 for the ASCII characters, bit 128 for all others together. Two sets that
 * share bit 128 need not share a character, so a reported ambiguity may not exist, but none is missed.
 */
const NON_ASCII = 1n << 128n;
const ALL = (1n << 129n) - 1n;
const SLASH = maskOfRange(0x2f, 0x2f);

const CLASSES: Readonly<Record<string, bigint>> = {
  d: maskOfRange(0x30, 0x39),
  w:
    maskOfRange(0x30, 0x39) |
    maskOfRange(0x41, 0x5a) |
    maskOfRange(0x61, 0x7a) |
    maskOfRange(0x5f, 0x5f),
  s: maskOfRange(0x09, 0x0d) | maskOfRange(0x20, 0x20) | NON_ASCII,
};

/** Returns the characters from one code point to another, inclusive. */
export function maskOfRange(from: number, to: number): bigint {
  const high = to > 127 ? NON_ASCII : 0n;
  if (from > 127) return high;
  const last = BigInt(Math.min(to, 127));
  return high | ((1n << (last + 1n)) - (1n << BigInt(from)));
}

/** Returns all characters except those of a set; always with the non-ASCII bit, of which the set has only a part. */
export function complement(mask: bigint): bigint {
  return (ALL & ~mask) | NON_ASCII;
}

/** Returns the characters of `\d`, `\w`, `\s`, `\D`, `\W` or `\S`. */
export function maskOfClass(letter: string): bigint {
  const mask = CLASSES[letter.toLowerCase()] as bigint;
  return letter === letter.toLowerCase() ? mask : complement(mask);
}

/** Returns the characters of `\p{...}` or `\P{...}`. */
export function maskOfProperty(property: RegExp): bigint {
  let mask = NON_ASCII;
  for (let code = 0; code < 128; code++) {
    if (property.test(String.fromCharCode(code))) mask |= 1n << BigInt(code);
  }
  return mask;
}

/** Whether a set contains the slash, and can therefore match beyond its segment. */
export function hasSlash(mask: bigint): boolean {
  return (mask & SLASH) !== 0n;
}
