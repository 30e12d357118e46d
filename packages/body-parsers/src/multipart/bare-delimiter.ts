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
    const begun = this.#begun;
    const found = this.#text.indexIn(data, start);
    // Usually the only search: the boundary is not in the content at all.
    if (begun.length === 0 && (found === -1 || found >= end)) {
      const from = this.#text.begunIn(data, start, end);
      if (from < end) this.#begun = Buffer.from(data.subarray(from, end));
      return -1;
    }
    const bytes = Buffer.concat([begun, data.subarray(start, end)]);
    this.#begun = bytes.subarray(this.#text.begunIn(bytes, 0, bytes.length));
    const at = this.#indexIn(bytes);
    return at === -1 ? -1 : end - bytes.length + at + this.#afterLf.length;
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
