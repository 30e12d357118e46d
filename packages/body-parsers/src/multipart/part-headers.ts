import { BodyError } from '../body-error.js';

const LINE_END = '\r\n';
const HEADERS_END = '\r\n\r\n';

// RFC 9112 5, and the folded lines of RFC 5322 2.2.3. No two ways to match, so that time is linear.
const LINE =
  /([!#$%&'*+\-.^_`|~\dA-Za-z]+):[\t ]*((?:[!-~\x80-\xff][\t -~\x80-\xff]*)?(?:\r\n[\t ][\t -~\x80-\xff]*)*)\r\n/y;

/** Reads the headers of the parts of a form, in pieces of any size, held against limits. */
export class PartHeaders {
  /** Values in the headers that came last, bytes as code units 0-255; `''` for one that is not there. */
  disposition = '';
  mediaType = '';

  readonly #maxBytes: number;
  readonly #maxLines: number;
  /** What has come of headers that have not ended. */
  #begun = '';

  constructor({ maxHeaderBytes, maxHeaders }: { maxHeaderBytes: number; maxHeaders: number }) {
    this.#maxBytes = maxHeaderBytes;
    this.#maxLines = maxHeaders;
  }

  /**
   * Takes the next bytes, which belong to headers at their beginning.
   *
   * @returns where the headers end, -1 when they go on
   * @throws {BodyError} `BODY_PART_HEADER` for too many or too long ones, `BODY_MALFORMED` for none
   */
  push(data: Buffer, start: number, end: number): number {
    const begun = this.#begun;
    // The empty line behind the headers is not counted.
    const most = this.#maxBytes + LINE_END.length;
    // Most headers come in one piece, of which nothing else is made text.
    const found = begun === '' ? data.indexOf(HEADERS_END, start) : -1;
    const until = found === -1 ? Infinity : found + HEADERS_END.length;
    const text =
      begun + data.toString('latin1', start, Math.min(end, until, start + most - begun.length));
    const at = text.indexOf(HEADERS_END, begun.length - HEADERS_END.length);
    if (at === -1) {
      if (text.length >= most) {
        throw BodyError.partHeader(`headers of more than ${this.#maxBytes} bytes`);
      }
      this.#begun = text;
      return -1;
    }
    this.#begun = '';
    this.#read(text.slice(0, at + LINE_END.length));
    return start + at + HEADERS_END.length - begun.length;
  }

  #read(text: string): void {
    this.disposition = '';
    this.mediaType = '';
    LINE.lastIndex = 0;
    for (let lines = 1, at = 0; at < text.length; lines++, at = LINE.lastIndex) {
      const [, name, value] = LINE.exec(text) ?? [];
      if (name === undefined || value === undefined) {
        throw BodyError.malformed('multipart form: what should be headers of a part is none');
      }
      if (lines > this.#maxLines) {
        throw BodyError.partHeader(`more than ${this.#maxLines} headers`);
      }
      this.#note(name.toLowerCase(), value);
    }
  }

  /** The first of a name counts. */
  #note(name: string, value: string): void {
    if (name === 'content-disposition') this.disposition ||= unfolded(value);
    else if (name === 'content-type') this.mediaType ||= unfolded(value);
  }
}

function unfolded(value: string): string {
  return value.includes(LINE_END) ? value.replaceAll(LINE_END, '') : value;
}
