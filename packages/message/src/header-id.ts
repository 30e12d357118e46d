import { isToken } from '@mortise/http-syntax';

/**
 * The ids of names in lower case, and of up to as many names in other cases: finding a name here takes half the time of
 * checking or hashing it. Only the first names are kept, because clients can send any name.
 */
const IDS = new Map<string, number>();
const MOST_NAMES = 256;
const LONGEST_NAME = 64;
let names = 0;

/**
 * Returns the id of a header name, an integer from 0: the same in every call, regardless of the name's case.
 *
 * @returns -1 for a string that is not a token, a name of more than 64 characters, or one that came after the first 256
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
