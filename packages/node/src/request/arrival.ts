/**
 * Waits for a body that probably arrives in the same turn as its headers: after the microtasks of its handler, so a promise
 * would be too early.
 */
export class Arrival {
  readonly #immediate: NodeJS.Immediate;
  #read: (() => void) | null;

  /** @param read called once: after the turn, or before what is left is discarded */
  constructor(read: () => void) {
    this.#read = read;
    this.#immediate = setImmediate(() => {
      this.expectNoMore();
    });
  }

  /** Does not wait for the end of the turn. */
  expectNoMore(): void {
    const read = this.#read;
    if (read === null) return;
    this.#read = null;
    clearImmediate(this.#immediate);
    read();
  }
}
