import type { DelimiterText } from './delimiter-text.js';

const NOTHING = Buffer.alloc(0);

/**
 * Finds delimiters after a CR or an LF alone. busboy, like RFC 2046 5.1.1, regards them as content; PHP, Werkzeug and
 * others begin a part there. Such a form must be rejected, because two programs would read different fields.
 */
export class BareDelimiter {
  readonly #text: DelimiterText;
  readonly #afterCr: Buffer;
  readonly #afterLf: Buffer;
  /** The end of the last bytes if a delimiter begins there; otherwise empty. */
  #begun = NOTHING;

  constructor(text: DelimiterText) {
    this.#text = text;
    this.#afterCr = Buffer.concat([Buffer.from('\r'), text.bytes]);
    this.#afterLf = Buffer.concat([Buffer.from('\n'), text.bytes]);
  }

  /**
   * Searches the bytes from `start` to `end`, which follow those of the last call, and contain no delimiter after CRLF.
   *
   * @returns the index after the first delimiter; -1 if there is none
   */
  endIn(data: Buffer, start: number, end: number): number {
    const text = this.#text;
    const length = text.bytes.length;
    if (this.#begun.length > 0) {
      const seam = Buffer.concat([
        this.#begun,
        data.subarray(start, Math.min(end, start + length)),
      ]);
      const seamEnd = start + seam.length - this.#begun.length;
      const at = this.#indexIn(seam);
      if (at !== -1) return seamEnd - seam.length + at + this.#afterLf.length;
      this.#begun = seam.subarray(text.begunIn(seam, 0, seam.length));
      if (seamEnd === end) return -1;
      this.#begun = NOTHING;
    }
    const found = data.indexOf(text.bytes, start);
    if (found !== -1 && found < end) {
      // Within a line, it is content.
      const at = this.#indexIn(data.subarray(start, end));
      if (at !== -1) return start + at + this.#afterLf.length;
    }
    const from = text.begunIn(data, start, end);
    if (from < end) this.#begun = Buffer.from(data.subarray(from, end));
    return -1;
  }

  /** Begins a new search, after a delimiter that busboy has found. */
  leave(): void {
    this.#begun = NOTHING;
  }

  #indexIn(bytes: Buffer): number {
    const [cr, lf] = [bytes.indexOf(this.#afterCr), bytes.indexOf(this.#afterLf)];
    return cr === -1 || lf === -1 ? Math.max(cr, lf) : Math.min(cr, lf);
  }
}
