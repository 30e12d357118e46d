const PRINTS = 4096;

/**
 * What is known by its exact path. A path that it does not have mostly costs no more than a look at
 * three of its characters: hashing a path that was never seen before, as a map must, takes longer
 * than a whole search.
 */
export class StaticPaths<Value> {
  readonly #values = new Map<string, Value>();
  /** 1 for each fingerprint that some path has. */
  readonly #prints = new Uint8Array(PRINTS);

  get(path: string): Value | undefined {
    return this.#prints[fingerprint(path)] === 1 ? this.#values.get(path) : undefined;
  }

  set(path: string, value: Value): void {
    this.#prints[fingerprint(path)] = 1;
    this.#values.set(path, value);
  }
}

/** Made of the length and of three characters: at the end, in the middle and before, where paths of one application differ. */
function fingerprint(path: string): number {
  const { length } = path;
  if (length === 0) return 0;
  const end = path.charCodeAt(length - 1);
  const middle = path.charCodeAt(length >> 1);
  const before = path.charCodeAt(length - (length >> 2) - 1);
  return (length ^ (end << 3) ^ (before << 6) ^ (middle << 5)) & (PRINTS - 1);
}
