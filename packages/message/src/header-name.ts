import { isToken } from '@mortise/http-syntax';
import { headerId } from './header-id.js';

/** Whether a text is the name of a header: a token (RFC 9110 5.1). */
export function isHeaderToken(text: string): boolean {
  return headerId(text) !== -1 || isToken(text);
}

/**
 * Whether the name of an entry, a token, is the name that is looked for, which can be any text. Most names differ in
 * length or last character.
 */
export function isHeaderName(field: string, name: string): boolean {
  const last = field.length - 1;
  if (name.length - 1 !== last) return false;
  // The two cases of an ASCII letter differ in one bit.
  if (((field.charCodeAt(last) ^ name.charCodeAt(last)) & ~0x20) !== 0) return false;
  // U+212A in lower case is an ASCII k, but is not a token character.
  return field === name || (field.toLowerCase() === name.toLowerCase() && isToken(name));
}

/** Returns the index of the first entry of a name from `from` on and before `to`, or -1. */
export function headerIndex(
  fields: readonly string[],
  name: string,
  from: number,
  to: number,
): number {
  for (let at = from; at < to; at += 2) if (isHeaderName(fields[at] as string, name)) return at;
  return -1;
}
