/** A time at which an entry may expire. An entry that has since been extended has another, later record. */
interface ExpiryRecord<T> {
  readonly at: number;
  readonly entry: T;
}

/**
 * Entries ordered by expiry time, in a binary heap: the next one is found in constant time, and entries are added in
 * logarithmic time.
 */
export class ExpiryQueue<T> {
  #heap: ExpiryRecord<T>[] = [];

  /** The number of records, not of entries: an extended entry has several. */
  get size(): number {
    return this.#heap.length;
  }

  add(entry: T, at: number): void {
    const heap = this.#heap;
    let index = heap.length;
    const record = { at, entry };
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.at <= at) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = record;
  }

  /** Removes the earliest record that has expired. @returns its entry; `null` if there is none */
  takeEnded(now: number): T | null {
    const [first] = this.#heap;
    if (first === undefined || first.at > now) return null;
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sink(last);
    return first.entry;
  }

  /** Replaces all records. */
  replace(records: Iterable<readonly [entry: T, at: number]>): void {
    this.#heap = [];
    for (const [entry, at] of records) this.add(entry, at);
  }

  /** Replaces the first record, and restores the heap order. */
  #sink(record: ExpiryRecord<T>): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      let below = 2 * index + 1;
      let child = heap[below];
      const right = heap[below + 1];
      if (child !== undefined && right !== undefined && right.at < child.at) {
        below += 1;
        child = right;
      }
      if (child === undefined || child.at >= record.at) break;
      heap[index] = child;
      index = below;
    }
    heap[index] = record;
  }
}
