/** The characters of a grammar rule: 1 at the code of each member, 0 elsewhere; codes above 255 are never members. */
export type CharSet = Uint8Array;

/** ALPHA and DIGIT of RFC 5234 B.1. */
export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns the set of a string's characters, all of which must be at most U+00FF. */
export function charSet(members: string): CharSet {
  const set = new Uint8Array(256);
  for (let index = 0; index < members.length; index++) set[members.charCodeAt(index)] = 1;
  return set;
}

/**
 * Returns the end of the run of members that begins at `from`.
 *
 * @returns index of the first character outside the set: `from` for an empty run, `text.length` if all are members
 */
export function endOfRun(set: CharSet, text: string, from: number): number {
  let at = from;
  while (at < text.length && set[text.charCodeAt(at)] === 1) at++;
  return at;
}
