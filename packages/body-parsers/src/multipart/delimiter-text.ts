const CR = 13;
const LF = 10;

/** The boundary with its two leading hyphens, as it is searched for outside busboy. */
export class DelimiterText {
  readonly bytes: Buffer;

  constructor(boundary: string) {
    this.bytes = Buffer.from(`--${boundary}`, 'latin1');
  }

  /**
   * Returns the index from `start` of a line end after which the text begins, but is incomplete at `end`: it may
   * continue in the next bytes. Returns `end` if there is none.
   */
  begunIn(bytes: Buffer, start: number, end: number): number {
    const first = Math.max(start, end - this.bytes.length);
    for (let at = end - 1; at >= first; at--) {
      if (bytes[at] !== CR && bytes[at] !== LF) continue;
      if (!this.#beginsWith(bytes, at + 1, end)) return end;
      return at > start && bytes[at] === LF && bytes[at - 1] === CR ? at - 1 : at;
    }
    return end;
  }

  #beginsWith(bytes: Buffer, start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (bytes[at] !== this.bytes[at - start]) return false;
    return true;
  }
}
