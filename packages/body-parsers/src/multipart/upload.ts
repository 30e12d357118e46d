import { joinBytes } from '@mortise/base';
import type {
  StreamInterface,
  TemporaryWriterInterface,
  UploadedFileInterface,
  UploadError,
} from '@mortise/http-message';
import { BodyError } from '../body-error.js';
import type { MultipartFormOptions } from './multipart-options.js';
import type { PartInfo } from './part-info.js';

const TOO_LARGE = 1;
const TOO_LARGE_FOR_FORM = 2;
const NOT_CHOSEN = 4;
const NO_FOLDER = 6;
const NOT_WRITTEN = 7;

/** The maximum sizes of a file in bytes; `Infinity` for no limit. */
export interface UploadLimits {
  readonly maxFileBytes: number;
  /** The limit that the form itself sets with its field `MAX_FILE_SIZE`. */
  readonly formLimit: number;
}

/** Options of a form, with its factories. */
export interface UploadOptions extends MultipartFormOptions {
  readonly factories: NonNullable<MultipartFormOptions['factories']>;
}

/**
 * A form's file while it is stored. Its owner must call {@link finish} and then {@link close}, or {@link discard}.
 */
export class Upload {
  readonly #info: PartInfo;
  readonly #options: UploadOptions;
  readonly #limits: UploadLimits;
  readonly #writer: TemporaryWriterInterface;
  /** Bytes that were received, but not stored yet. */
  #pieces: Uint8Array[] = [];
  #size = 0;
  #error: UploadError;
  #stored: StreamInterface | null = null;

  constructor(info: PartInfo, options: UploadOptions, limits: UploadLimits) {
    this.#info = info;
    this.#options = options;
    this.#limits = limits;
    // A negative number or NaN becomes 0.
    this.#writer = options.storage.createWriter(Math.max(options.memoryLimit ?? 65_536, 0) || 0);
    this.#error = info.chosen ? 0 : NOT_CHOSEN;
  }

  /**
   * Receives bytes; drops them if the file has an error.
   *
   * @throws {BodyError} `BODY_PART_TOO_LARGE`, unless `onLimit` is `'truncate'`
   */
  push(bytes: Uint8Array): void {
    this.#size += bytes.length;
    this.#error ||= this.#sizeError();
    if (this.#error === 0) this.#pieces.push(bytes);
  }

  /** Stores the received bytes; resolves when more can be received. Never rejects. */
  async store(): Promise<void> {
    if (this.#pieces.length === 0) return;
    const bytes = joinBytes(this.#pieces);
    this.#pieces = [];
    try {
      await this.#writer.write(bytes);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** @returns the file; if it could not be stored, an empty file with the error, as in PHP */
  async finish(): Promise<UploadedFileInterface> {
    await this.store();
    const { factories } = this.#options;
    const { filename, mediaType } = this.#info;
    const stored = await this.#end();
    if (stored === null) {
      return factories.createUploadedFile(factories.createStream(), 0, this.#error, filename);
    }
    return factories.createUploadedFile(stored, stored.getSize(), 0, filename, mediaType);
  }

  /** Removes a finished file, unless it was moved. */
  close(): void {
    this.#stored?.close();
  }

  /** Removes the file, finished or not. Never rejects. */
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

  /** Records a failure of the storage as the file's error; the request does not fail. */
  #fail(cause: unknown): void {
    this.#options.onStorageError?.(cause);
    const missing = (cause as { readonly code?: unknown } | null)?.code === 'ENOENT';
    this.#error = missing ? NO_FOLDER : NOT_WRITTEN;
  }
}
