const CR = 13;

/**
 * Finds how many bytes are known to be content of a part, so that they bypass busboy: Node's own search
 * finds a boundary ten times as fast as one that is written in JavaScript.
 */
export class PartContent {
  /** Ends the content: a line end and the boundary (RFC 2046 5.1.1). */
  readonly #delimiter: Buffer;
  /** Whether the bytes before can be the beginning of a delimiter, which busboy follows then. */
  #isBegun = true;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /**
   * The number of bytes that are content, whatever follows. The caller must check the rest.
   *
   * @param bytes that follow those of the last call
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

  /** Resets the search after bytes that are not, or not only, content of a part. */
  leave(): 0 {
    this.#isBegun = true;
    return 0;
  }

  /** The index of a delimiter that continues after the bytes; their length if there is none. */
  #beginsIn(bytes: Buffer): number {
    const first = Math.max(0, bytes.length - this.#delimiter.length + 1);
    for (let at = bytes.indexOf(CR, first); at !== -1; at = bytes.indexOf(CR, at + 1)) {
      // Deno refuses the ranges of `compare` that Node accepts.
      if (this.#delimiter.indexOf(bytes.subarray(at)) === 0) return at;
    }
    return bytes.length;
  }
}
