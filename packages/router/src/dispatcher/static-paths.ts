const PRINTS = 4096;

/**
 * Values by their exact path. A look-up of an absent path mostly costs only three of its
 * characters: a map must hash a path that it has not seen before, which takes longer
 * than a whole search.
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

/** Combines the length and three characters: at the end, in the middle and in between, where paths of an application differ. */
function fingerprint(path: string): number {
  const { length } = path;
  if (length === 0) return 0;
  const end = path.charCodeAt(length - 1);
  const middle = path.charCodeAt(length >> 1);
  const before = path.charCodeAt(length - (length >> 2) - 1);
  return (length ^ (end << 3) ^ (before << 6) ^ (middle << 5)) & (PRINTS - 1);
}
