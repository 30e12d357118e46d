/** The maximum number of levels, as in PHP's `json_decode`. */
const MAX_DEPTH = 512;

/** What to do with a key `__proto__`. */
export type ProtoKey = 'drop' | 'refuse';

/**
 * Removes or refuses the key `__proto__` at every level of freshly parsed JSON, in place, and refuses deep nesting.
 *
 * Most data need not be visited: an escaped key requires an escape of an ASCII character, and 513 levels require 513
 * opening brackets.
 *
 * @param text the text from which the data was parsed
 * @returns why the data is refused: a key `__proto__` with `'refuse'`, or more than 512 levels; `null` if it is
 *   accepted
 */
export function checkKeysAndDepth(text: string, data: object, protoKey: ProtoKey): string | null {
  return mayNameProto(text) || mayBeDeep(text) ? checkLevel(data, protoKey, 1) : null;
}

/** Searches for one character first: Bun takes 0.02 µs per KiB for one character, and 0.3 µs for several. */
function mayNameProto(text: string): boolean {
  return (
    (text.includes('_') && text.includes('__proto__')) ||
    (text.includes('\\') && text.includes('\\u00'))
  );
}

/** Counts brackets, including those in strings: the count is never lower than the number of levels. */
function mayBeDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false;
  return countOf('[', text, countOf('{', text, 0)) > MAX_DEPTH;
}

/** Adds the occurrences of a character to a count, until it exceeds the limit. */
function countOf(character: string, text: string, start: number): number {
  let count = start;
  let at = text.indexOf(character);
  while (at !== -1 && count <= MAX_DEPTH) {
    count++;
    at = text.indexOf(character, at + 1);
  }
  return count;
}

function checkLevel(data: object, protoKey: ProtoKey, depth: number): string | null {
  if (depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
  if (!Array.isArray(data) && Object.hasOwn(data, '__proto__')) {
    if (protoKey === 'refuse') return 'the key "__proto__" is not allowed';
    Reflect.deleteProperty(data, '__proto__');
  }
  for (const value of Object.values(data) as unknown[]) {
    if (typeof value !== 'object' || value === null) continue;
    const problem = checkLevel(value, protoKey, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
