import { BodyError } from '../body-error.js';

const LINE_END = '\r\n';
const BLOCK_END = '\r\n\r\n';
/** Encoded once, because searching for a string would encode it on every call. */
const BLOCK_END_BYTES = Buffer.from(BLOCK_END);

// RFC 9112 5, with the folded lines of RFC 5322 2.2.3. No text matches in two ways, so matching takes linear time.
const LINE =
  /([!#$%&'*+\-.^_`|~\dA-Za-z]+):[\t ]*((?:[!-~\x80-\xff][\t -~\x80-\xff]*)?(?:\r\n[\t ][\t -~\x80-\xff]*)*)\r\n/y;

/** Reads the header block of each part of a form, from chunks of any size, within limits. */
export class PartHeaderBlock {
  /** Header values of the last block, with bytes as code units 0-255; `''` if the header is absent. */
  disposition = '';
  mediaType = '';

  readonly #maxBytes: number;
  readonly #maxLines: number;
  /** The received part of an incomplete block. */
  #begun = '';

  constructor({ maxHeaderBytes, maxHeaders }: { maxHeaderBytes: number; maxHeaders: number }) {
    this.#maxBytes = maxHeaderBytes;
    this.#maxLines = maxHeaders;
  }

  /**
   * Reads the next bytes of a block.
   *
   * @returns the index after the block; -1 if the block is incomplete
   * @throws {BodyError} `BODY_PART_HEADER` if the block exceeds a limit, `BODY_MALFORMED` if a line is not a header
   */
  push(data: Buffer, start: number, end: number): number {
    const begun = this.#begun;
    // The empty line after the headers is not counted.
    const most = this.#maxBytes + LINE_END.length;
    // Most blocks arrive in one chunk: the bytes after the block are then not converted to text.
    const found = begun === '' ? data.indexOf(BLOCK_END_BYTES, start) : -1;
    const until = found === -1 ? Infinity : found + BLOCK_END.length;
    const text =
      begun + data.toString('latin1', start, Math.min(end, until, start + most - begun.length));
    const at = text.indexOf(BLOCK_END, begun.length - BLOCK_END.length);
    if (at === -1) {
      if (text.length >= most) {
        throw BodyError.partHeader(`they exceed the limit of ${this.#maxBytes} bytes`);
      }
      this.#begun = text;
      return -1;
    }
    this.#begun = '';
    this.#read(text.slice(0, at + LINE_END.length));
    return start + at + BLOCK_END.length - begun.length;
  }

  #read(text: string): void {
    this.disposition = '';
    this.mediaType = '';
    LINE.lastIndex = 0;
    for (let lines = 1, at = 0; at < text.length; lines++, at = LINE.lastIndex) {
      const [, name, value] = LINE.exec(text) ?? [];
      if (name === undefined || value === undefined) {
        throw BodyError.malformed('multipart form', problemOf(text));
      }
      if (lines > this.#maxLines) {
        throw BodyError.partHeader(`they exceed the limit of ${this.#maxLines} lines`);
      }
      this.#keep(name.toLowerCase(), value);
    }
  }

  /** Keeps the first header of each name, as PHP does. */
  #keep(name: string, value: string): void {
    if (name === 'content-disposition') this.disposition ||= unfolded(value);
    else if (name === 'content-type') this.mediaType ||= unfolded(value);
  }
}

/** Browsers send control characters in the name of a file unchanged. */
function problemOf(block: string): string {
  return /[^\t\n\r -~\x80-\xff]/.test(block)
    ? "a part's headers contain a control character; remove it from the name of the file or field"
    : 'a part has a line that is not a header';
}

function unfolded(value: string): string {
  return value.includes(LINE_END) ? value.replaceAll(LINE_END, '') : value;
}
