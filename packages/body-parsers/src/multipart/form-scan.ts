import type { Complete } from '@mortise/base/options';
import { BodyError } from '../body-error.js';
import { createFormParser } from './busboy-parser.js';
import type { FormParser } from './contract.js';
import { FieldValue } from './field-value.js';
import type { MultipartLimits, Progress } from './multipart-options.js';
import { PartHeaderBlock } from './part-header-block.js';
import { type PartHead, type PartInfo, partInfo } from './part-info.js';

/** Receives the fields and files of a form in order. If a method throws, the scan ends with its error. */
export interface FormListener {
  field(info: PartHead, value: Uint8Array): void;

  /** Called when a file begins; its bytes follow. */
  file(info: PartHead): void;

  fileBytes(bytes: Uint8Array): void;

  fileEnd(): void;
}

/** Byte order marks of UTF-8 and UTF-16, with one character per byte. */
const MARKS = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/;
const LONGEST_MARK = 3;

/** How a part is read: a field as a whole, a file chunk by chunk, a skipped part not at all. */
type PartKind = 'field' | 'file' | 'skip';

/** Options of {@link FormScan}. */
export interface FormScanOptions {
  readonly boundary: string;
  readonly limits: Complete<MultipartLimits>;
  /** The size of the body in bytes; `null` if unknown. */
  readonly total: number | null;
  /** Whether to skip parts beyond `maxFields` and `maxFiles`, like PHP, instead of rejecting the form. */
  readonly truncate: boolean;
  readonly onProgress: Progress | undefined;
}

/**
 * Scans the bytes of a form once, within its limits. The caller requests chunks with {@link next} and passes them to
 * {@link take}, which calls the listener.
 */
export class FormScan {
  readonly #options: FormScanOptions;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #parser: FormParser;
  #received = 0;
  /** The first bytes of the body, which can be a byte order mark. */
  #start = '';
  #ended = false;

  /** @throws {BodyError} `BODY_TOO_LARGE` if the known size exceeds `maxBytes`; then nothing is read */
  constructor(body: AsyncIterable<Uint8Array>, options: FormScanOptions, listener: FormListener) {
    const { boundary, limits, total, truncate } = options;
    if (total !== null && total > limits.maxBytes) throw BodyError.tooLarge(limits.maxBytes);
    this.#options = options;
    this.#chunks = body[Symbol.asyncIterator]();
    const counter = new PartCounter(limits, truncate);
    const block = new PartHeaderBlock(limits);
    const value = new FieldValue(limits.maxFieldBytes);
    let kind: PartKind = 'skip';
    let current: PartHead | null = null;
    this.#parser = createFormParser(boundary, block, {
      part: () => {
        const info = partInfo(block);
        if (info === null) {
          throw BodyError.partHeader('expected a form-data disposition with a name');
        }
        current = info;
        kind = counter.kindOf(info);
        if (kind === 'file') listener.file(info);
      },
      bytes: (bytes) => {
        if (kind === 'file') listener.fileBytes(bytes);
        else if (kind === 'field') value.push(bytes);
      },
      partEnd: () => {
        if (kind === 'file') listener.fileEnd();
        else if (kind === 'field' && current !== null) listener.field(current, value.take());
      },
    });
  }

  /** Requests the next chunk. */
  next(): Promise<IteratorResult<Uint8Array>> {
    return this.#chunks.next();
  }

  /**
   * Scans a chunk.
   *
   * @returns false at the end of the body, when there are no more chunks to request
   * @throws {BodyError} `BODY_TOO_LARGE`, `BODY_PART_TOO_LARGE`, `BODY_TOO_MANY_PARTS`,
   *   `BODY_PART_HEADER`, `BODY_MALFORMED`
   */
  take({ done, value }: IteratorResult<Uint8Array, unknown>): boolean {
    if (done === true) {
      this.#ended = true;
      this.#parser.end();
      return false;
    }
    const { limits, total, onProgress } = this.#options;
    if (this.#received < LONGEST_MARK) this.#refuseMark(value);
    this.#received += value.length;
    if (this.#received > limits.maxBytes) throw BodyError.tooLarge(limits.maxBytes);
    onProgress?.(this.#received, total);
    this.#parser.write(value);
    return true;
  }

  /** Throws for a byte order mark: the first delimiter would not begin a line, and the first part would be lost. */
  #refuseMark(chunk: Uint8Array): void {
    this.#start += String.fromCharCode(...chunk.subarray(0, LONGEST_MARK - this.#received));
    if (MARKS.test(this.#start)) {
      throw BodyError.malformed('multipart form', 'it begins with a byte order mark');
    }
  }

  /** Cancels the rest of the body. Does not wait, because the source may be waiting for a silent client. */
  cancel(): void {
    if (!this.#ended) this.#chunks.return?.().catch(() => undefined);
    this.#ended = true;
  }
}

/** Checks the parts of a form against its limits. */
class PartCounter {
  readonly #limits: Complete<MultipartLimits>;
  readonly #truncate: boolean;
  #parts = 0;
  #fields = 0;
  #files = 0;

  constructor(limits: Complete<MultipartLimits>, truncate: boolean) {
    this.#limits = limits;
    this.#truncate = truncate;
  }

  /**
   * Counts a part.
   *
   * @returns `'skip'` if the part exceeds a limit and the form is truncated
   * @throws {BodyError} `BODY_PART_HEADER`, `BODY_TOO_MANY_PARTS`
   */
  kindOf({ name, filename, chosen }: PartInfo): PartKind {
    const { maxParts, maxFields, maxFiles, maxNameBytes } = this.#limits;
    if (name !== null && Buffer.byteLength(name) > maxNameBytes) {
      throw BodyError.partHeader(`the name exceeds the limit of ${maxNameBytes} bytes`);
    }
    if (++this.#parts > maxParts) throw BodyError.tooManyParts('parts', maxParts);
    if (filename === null) {
      return ++this.#fields > maxFields ? this.#oneTooMany('fields', maxFields) : 'field';
    }
    // An empty file input is not counted. PHP skips it too once the maximum number of files is reached.
    if (!chosen) return this.#truncate && this.#files >= maxFiles ? 'skip' : 'file';
    return ++this.#files > maxFiles ? this.#oneTooMany('files', maxFiles) : 'file';
  }

  #oneTooMany(what: string, limit: number): 'skip' {
    if (!this.#truncate) throw BodyError.tooManyParts(what, limit);
    return 'skip';
  }
}
