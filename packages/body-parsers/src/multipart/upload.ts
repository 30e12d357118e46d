import type {
  StreamInterface,
  TemporaryWriterInterface,
  UploadedFileInterface,
  UploadError,
} from '@mortise/http-message';
import { BodyError } from '../body-error.js';
import { joined } from '../read-body.js';
import type { MultipartFormOptions } from './multipart-form-options.js';
import type { PartHeader } from './part-header.js';

const TOO_LARGE = 1;
const TOO_LARGE_FOR_FORM = 2;
const NOT_CHOSEN = 4;
const NO_FOLDER = 6;
const NOT_WRITTEN = 7;

/** How large a file may be, in bytes; `Infinity` for no limit. */
export interface UploadLimits {
  readonly maxFileBytes: number;
  /** What the form itself says. */
  readonly formLimit: number;
}

/** A file of a form on its way to storage. Its owner calls {@link finish} and {@link close}, or {@link discard}. */
export class Upload {
  readonly #header: PartHeader;
  readonly #options: MultipartFormOptions;
  readonly #limits: UploadLimits;
  readonly #writer: TemporaryWriterInterface;
  /** What has come and was not stored. */
  #pieces: Uint8Array[] = [];
  #size = 0;
  #error: UploadError;
  #stored: StreamInterface | null = null;

  constructor(header: PartHeader, options: MultipartFormOptions, limits: UploadLimits) {
    this.#header = header;
    this.#options = options;
    this.#limits = limits;
    this.#writer = options.storage.createWriter(options.memoryLimit ?? 65_536);
    this.#error = header.chosen ? 0 : NOT_CHOSEN;
  }

  /**
   * Takes bytes, whether they can be kept or not.
   *
   * @throws {BodyError} `BODY_PART_TOO_LARGE`, unless the form is to be cut
   */
  push(bytes: Uint8Array): void {
    this.#size += bytes.length;
    this.#error ||= this.#sizeError();
    if (this.#error === 0) this.#pieces.push(bytes);
  }

  /** Stores what has come; settles when there is room for more. */
  async store(): Promise<void> {
    if (this.#pieces.length === 0) return;
    const bytes = joined(this.#pieces);
    this.#pieces = [];
    try {
      await this.#writer.write(bytes);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** @returns the file, or, as in PHP, one whose error tells why there is none */
  async finish(): Promise<UploadedFileInterface> {
    await this.store();
    const { factories } = this.#options;
    const { filename, mediaType } = this.#header;
    const stored = await this.#end();
    if (stored === null) {
      return factories.createUploadedFile(factories.createStream(), 0, this.#error, filename);
    }
    return factories.createUploadedFile(stored, stored.getSize(), 0, filename, mediaType);
  }

  /** Removes a file that is finished, unless it was moved. */
  close(): void {
    this.#stored?.close();
  }

  /** Removes what is there, finished or not. Never fails. */
  discard(): Promise<void> {
    this.close();
    return this.#writer.discard();
  }

  async #end(): Promise<StreamInterface | null> {
    if (this.#error === 0) {
      try {
        this.#stored = await this.#writer.end();
        return this.#stored;
      } catch (cause) {
        this.#fail(cause);
      }
    }
    await this.#writer.discard();
    return null;
  }

  #sizeError(): UploadError {
    const { maxFileBytes, formLimit } = this.#limits;
    if (this.#size > maxFileBytes) {
      if (this.#options.onLimit === 'truncate') return TOO_LARGE;
      throw BodyError.partTooLarge('file', maxFileBytes);
    }
    return this.#size > formLimit ? TOO_LARGE_FOR_FORM : 0;
  }

  /** What storage cannot do is the file's error, not the request's. */
  #fail(cause: unknown): void {
    this.#options.onStorageError?.(cause);
    const missing = (cause as { readonly code?: unknown } | null)?.code === 'ENOENT';
    this.#error = missing ? NO_FOLDER : NOT_WRITTEN;
  }
}
