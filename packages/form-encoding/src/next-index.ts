const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/**
 * Determines the key for `[]` in a map that is not a list: one more than the highest integer key so far, as
 * in a PHP array; 0 if there is none.
 *
 * Keeps track only of maps to which a value was appended, which are rare.
 */
export class NextIndices {
  #next: Map<object, bigint> | null = null;

  /** Returns the key for an appended value; null if PHP's highest integer is taken, so nothing can be appended. */
  append(map: Readonly<Record<string, unknown>>): string | null {
    this.#next ??= new Map();
    const next = this.#next.get(map) ?? Object.keys(map).reduce(after, MIN);
    const key = String(next === MIN ? 0n : next);
    if (key in map) return null;
    this.#next.set(map, after(next, key));
    return key;
  }

  /** Records a key that is about to be set. */
  note(map: object, key: string): void {
    const next = this.#next?.get(map);
    if (next !== undefined) this.#next?.set(map, after(next, key));
  }
}

/**
 * Returns the next index, given a key that is set. Only the decimal form of a 64-bit integer is an index: not `01`, not
 * `-0`.
 */
function after(next: bigint, key: string): bigint {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(key)) return next;
  const index = BigInt(key);
  if (index < next || index > MAX || index < MIN) return next;
  return index === MAX ? MAX : index + 1n;
}
