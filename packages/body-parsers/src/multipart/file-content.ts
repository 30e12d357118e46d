const CR = 13;

/**
 * Finds how many bytes are known to be file content, so that they bypass busboy: Node's own search
 * finds a boundary ten times as fast as one that is written in JavaScript.
 */
export class FileContent {
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
  lengthIn(bytes: Uint8Array): number {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const begun = this.#beginsIn(view);
    if (this.#isBegun) {
      // A chunk that is shorter than a delimiter can be the middle of one.
      this.#isBegun = begun < view.length || view.length < this.#delimiter.length;
      return 0;
    }
    const found = view.indexOf(this.#delimiter);
    this.#isBegun = found !== -1 || begun < view.length;
    return found === -1 ? begun : found;
  }

  /** Resets the search after bytes that are not, or not only, content of a file. */
  leave(): 0 {
    this.#isBegun = true;
    return 0;
  }

  /** The index of a delimiter that continues after the bytes; their length if there is none. */
  #beginsIn(view: Buffer): number {
    const first = Math.max(0, view.length - this.#delimiter.length + 1);
    for (let at = view.indexOf(CR, first); at !== -1; at = view.indexOf(CR, at + 1)) {
      if (this.#delimiter.compare(view, at, view.length, 0, view.length - at) === 0) return at;
    }
    return view.length;
  }
}
