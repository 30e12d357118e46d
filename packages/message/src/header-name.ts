import { isToken } from '@mortise/http-syntax';
import { headerId } from './header-id.js';

/** Whether a string is a valid header name: a token (RFC 9110 5.1). */
export function isHeaderToken(text: string): boolean {
  return headerId(text) !== -1 || isToken(text);
}

/**
 * Whether an entry's name (a token) equals the requested name (any string), ignoring the case of ASCII letters.
 * Compares from the end, where most names differ, without lower-case copies, which cost 0.3 µs per name on Bun.
 */
export function isHeaderName(field: string, name: string): boolean {
  if (field === name) return true;
  if (name.length !== field.length) return false;
  for (let at = field.length - 1; at >= 0; at--) {
    const code = field.charCodeAt(at);
    // The two cases of an ASCII letter differ in one bit.
    const difference = code ^ name.charCodeAt(at);
    if (difference !== 0 && (difference !== 0x20 || !isLetter(code))) return false;
  }
  return true;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Returns the index of the name's first entry from `from` up to, but not including, `to`, or -1. */
export function headerIndex(
  fields: readonly string[],
  name: string,
  from: number,
  to: number,
): number {
  for (let at = from; at < to; at += 2) if (isHeaderName(fields[at] as string, name)) return at;
  return -1;
}
