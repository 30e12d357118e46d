const PRINTS = 4096;

/**
 * A map by exact path. Looking up an absent path usually reads only three of its characters; a `Map` would have to hash
 * the new string, which takes longer than a whole search.
 */
export class StaticPaths<Value> {
  readonly #values = new Map<string, Value>();
  /** 1 for the fingerprint of each path. */
  readonly #prints = new Uint8Array(PRINTS);

  get(path: string): Value | undefined {
    return this.#prints[fingerprint(path)] === 1 ? this.#values.get(path) : undefined;
  }

  set(path: string, value: Value): void {
    this.#prints[fingerprint(path)] = 1;
    this.#values.set(path, value);
  }
}

/** Combines the length and three characters from the second half of a path, where an application's paths differ. */
function fingerprint(path: string): number {
  const { length } = path;
  if (length === 0) return 0;
  const end = path.charCodeAt(length - 1);
  const middle = path.charCodeAt(length >> 1);
  const before = path.charCodeAt(length - (length >> 2) - 1);
  return (length ^ (end << 3) ^ (before << 6) ^ (middle << 5)) & (PRINTS - 1);
}
