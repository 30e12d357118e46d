import { BodyError } from '../body-error.js';
import type { PartKind } from './busboy-scanner.js';
import type { MultipartLimits } from './limits.js';
import type { PartHeader } from './part-header.js';

/** Holds the parts of one form against its limits. */
export class PartCounter {
  readonly #limits: Required<MultipartLimits>;
  readonly #truncate: boolean;
  #parts = 0;
  #fields = 0;
  #files = 0;

  /** @param truncate leaves out parts over `maxFields` and `maxFiles`, as PHP does */
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
  kindOf({ name, filename, chosen }: PartHeader): PartKind {
    const { maxParts, maxFields, maxFiles, maxNameBytes } = this.#limits;
    if (name !== null && Buffer.byteLength(name) > maxNameBytes) {
      throw BodyError.partHeader(`a name of more than ${maxNameBytes} bytes`);
    }
    if (++this.#parts > maxParts) throw BodyError.tooManyParts('parts', maxParts);
    if (filename === null) {
      return ++this.#fields > maxFields ? this.#oneTooMany('fields', maxFields) : 'field';
    }
    // A file that nobody chose is none; PHP leaves it out, too, behind the last that it takes.
    if (!chosen) return this.#truncate && this.#files >= maxFiles ? 'skip' : 'file';
    return ++this.#files > maxFiles ? this.#oneTooMany('files', maxFiles) : 'file';
  }

  #oneTooMany(what: string, limit: number): 'skip' {
    if (!this.#truncate) throw BodyError.tooManyParts(what, limit);
    return 'skip';
  }
}
