const CR = 13;

/**
 * Tells how many bytes are surely content of a file, so that nobody need look at each of them: Node's
 * own search finds a boundary ten times as fast as one that is written in JavaScript.
 */
export class FileContent {
  /** What ends the content: a line end and the boundary (RFC 2046 5.1.1). */
  readonly #delimiter: Buffer;
  /** Whether the bytes before may have begun a delimiter, which somebody else is following. */
  #isBegun = true;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /**
   * How many of the bytes are content, whatever follows. Whoever asks looks at the rest.
   *
   * @param bytes behind those of the last call
   */
  lengthIn(bytes: Uint8Array): number {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const begun = this.#beginsIn(view);
    if (this.#isBegun) {
      // What is shorter than a delimiter may be the middle of one.
      this.#isBegun = begun < view.length || view.length < this.#delimiter.length;
      return 0;
    }
    const found = view.indexOf(this.#delimiter);
    this.#isBegun = found !== -1 || begun < view.length;
    return found === -1 ? begun : found;
  }

  /** What came was no content of a file, or not of a file alone. */
  leave(): 0 {
    this.#isBegun = true;
    return 0;
  }

  /** Where a delimiter begins that the bytes break off; their length when there is none. */
  #beginsIn(view: Buffer): number {
    const first = Math.max(0, view.length - this.#delimiter.length + 1);
    for (let at = view.indexOf(CR, first); at !== -1; at = view.indexOf(CR, at + 1)) {
      if (this.#delimiter.compare(view, at, view.length, 0, view.length - at) === 0) return at;
    }
    return view.length;
  }
}
