/** Maximum edits between a name and the known one that was meant. */
const MAX_EDITS = 2;

/**
 * Returns the known name that is most similar to a misspelled one: at most two letters are added, removed or replaced,
 * and fewer in names with fewer than four letters. Case is ignored. The first one wins among equals; `null` if none is
 * similar.
 */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.min(MAX_EDITS, name.length >> 1) + 1;
  for (const one of known) {
    const distance = edits(name.toLowerCase(), one.toLowerCase());
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** The Levenshtein distance. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let other = 0; other < to.length; other++) {
      const replaced = (row[other] as number) + (from[at] === to[other] ? 0 : 1);
      next.push(Math.min(replaced, (row[other + 1] as number) + 1, (next[other] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
