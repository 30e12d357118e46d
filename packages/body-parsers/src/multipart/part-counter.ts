import { BodyError } from '../body-error.js';
import type { PartKind } from './busboy-scanner.js';
import type { MultipartLimits } from './limits.js';
import type { PartHeader, RawHeader } from './part-header.js';

/** Holds the parts of one form against its limits. */
export class PartCounter {
  readonly #limits: Required<MultipartLimits>;
  readonly #truncate: boolean;
  #parts = 0;
  #fields = 0;
  #files = 0;

  constructor(limits: Required<MultipartLimits>, truncate: boolean) {
    this.#limits = limits;
    this.#truncate = truncate;
  }

  /**
   * Counts a part.
   *
   * @returns `'skip'` for one too many where the form is to be cut
   * @throws {BodyError} `BODY_PART_HEADER`, `BODY_TOO_MANY_PARTS`
   */
  kindOf(header: PartHeader, raw: RawHeader): PartKind {
    this.#checkHeader(header, raw);
    const { maxParts, maxFields, maxFiles } = this.#limits;
    if (++this.#parts > maxParts) throw BodyError.tooManyParts('parts', maxParts);
    if (header.filename === null) {
      return ++this.#fields > maxFields ? this.#oneTooMany('fields', maxFields) : 'field';
    }
    // A file that nobody chose is none.
    if (header.filename === '') return 'file';
    return ++this.#files > maxFiles ? this.#oneTooMany('files', maxFiles) : 'file';
  }

  #oneTooMany(what: string, limit: number): 'skip' {
    if (!this.#truncate) throw BodyError.tooManyParts(what, limit);
    return 'skip';
  }

  #checkHeader({ name }: PartHeader, raw: RawHeader): void {
    const { maxHeaders, maxHeaderBytes, maxNameBytes } = this.#limits;
    let lines = 0;
    let bytes = 0;
    for (const field in raw) {
      for (const value of raw[field] ?? []) {
        lines++;
        bytes += field.length + value.length + ': \r\n'.length;
      }
    }
    if (lines > maxHeaders) throw BodyError.partHeader(`more than ${maxHeaders} headers`);
    if (bytes > maxHeaderBytes) {
      throw BodyError.partHeader(`headers of more than ${maxHeaderBytes} bytes`);
    }
    if (name !== null && Buffer.byteLength(name) > maxNameBytes) {
      throw BodyError.partHeader(`a name of more than ${maxNameBytes} bytes`);
    }
  }
}
