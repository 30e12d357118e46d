import { isToken } from '@mortise/http-syntax';

/**
 * The numbers of names in lower case, and of up to as many other forms: finding a name here takes half the time of
 * checking or hashing it. Only the first names are kept, because clients send any.
 */
const IDS = new Map<string, number>();
const MOST_NAMES = 256;
const LONGEST_NAME = 64;
let names = 0;

/**
 * Returns a number for a header name, from 0, the same for all its cases and in every call.
 *
 * @returns -1 for a string that is not a token, for long names and for those that came after the first 256
 */
export function headerId(name: string): number {
  return IDS.get(name) ?? newId(name);
}

function newId(name: string): number {
  if (name.length > LONGEST_NAME || !isToken(name)) return -1;
  const lower = name.toLowerCase();
  let id = IDS.get(lower);
  if (id === undefined) {
    if (names === MOST_NAMES) return -1;
    id = names++;
    IDS.set(lower, id);
  }
  if (IDS.size < 2 * MOST_NAMES) IDS.set(name, id);
  return id;
}
