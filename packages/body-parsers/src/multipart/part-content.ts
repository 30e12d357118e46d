const CR = 13;

/**
 * Determines how many bytes are known to be content of a part and can bypass busboy: Node's native search finds a
 * boundary ten times as fast as one written in JavaScript.
 */
export class PartContent {
  /** The end of the content: a line end and the boundary (RFC 2046 5.1.1). */
  readonly #delimiter: Buffer;
  /** Whether the previous bytes can be the beginning of a delimiter; busboy then searches the next bytes. */
  #isBegun = true;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /**
   * Returns the number of leading bytes that are content regardless of what follows. The caller must search the rest.
   *
   * @param bytes the bytes that follow those of the last call
   */
  lengthIn(bytes: Buffer): number {
    const begun = this.#beginsIn(bytes);
    if (this.#isBegun) {
      // A chunk that is shorter than a delimiter can be the middle of one.
      this.#isBegun = begun < bytes.length || bytes.length < this.#delimiter.length;
      return 0;
    }
    const found = bytes.indexOf(this.#delimiter);
    this.#isBegun = found !== -1 || begun < bytes.length;
    return found === -1 ? begun : found;
  }

  /** Resets the search, after bytes that are not only content of a part. */
  leave(): 0 {
    this.#isBegun = true;
    return 0;
  }

  /** Returns the index of a delimiter that is incomplete at the end of the bytes; their length if there is none. */
  #beginsIn(bytes: Buffer): number {
    const first = Math.max(0, bytes.length - this.#delimiter.length + 1);
    for (let at = bytes.indexOf(CR, first); at !== -1; at = bytes.indexOf(CR, at + 1)) {
      // Not `compare`: Deno rejects ranges that Node accepts.
      if (this.#delimiter.indexOf(bytes.subarray(at)) === 0) return at;
    }
    return bytes.length;
  }
}
