import { ALPHANUMERIC, charSet, endOfRun } from './char-set.js';

const TCHAR = charSet(`!#$%&'*+-.^_\`|~${ALPHANUMERIC}`);

/**
 * Whether a string is a token: the format of methods, header names, cookie names and parameter names.
 *
 * @returns false for `''` and for anything outside ASCII
 * @see RFC 9110 5.6.2
 */
export function isToken(text: string): boolean {
  return text !== '' && tokenEnd(text, 0) === text.length;
}

/** Returns the index after the token that begins at `from`; `from` itself if none begins there. */
export function tokenEnd(text: string, from: number): number {
  return endOfRun(TCHAR, text, from);
}
