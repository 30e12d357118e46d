import type {
  StreamInterface,
  TemporaryWriterInterface,
  UploadedFileInterface,
  UploadError,
} from '@mortise/http-message';
import { BodyError } from '../body-error.js';
import { multipartLimits } from './limits.js';
import type { MultipartFormOptions } from './multipart-form-options.js';
import type { PartHeader } from './part-header.js';

const NOT_CHOSEN = 4;
const NO_FOLDER = 6;
const NOT_WRITTEN = 7;

/** Stores the files of one form, and removes them. */
export class UploadStore {
  readonly #options: MultipartFormOptions;
  readonly #maxFileBytes: number;
  readonly #kept: StreamInterface[] = [];
  /** The form's own limit; 0 for none. */
  #formLimit = 0;

  constructor(options: MultipartFormOptions) {
    this.#options = options;
    this.#maxFileBytes = multipartLimits(options).maxFileBytes;
  }

  /** A field `MAX_FILE_SIZE` limits the files behind it, as in PHP. */
  noteField(name: string, value: string): void {
    if (name.toUpperCase() === 'MAX_FILE_SIZE') this.#formLimit = Number.parseInt(value, 10) || 0;
  }

  /**
   * Takes all of a file, whether it can be kept or not.
   *
   * @throws {BodyError} `BODY_PART_TOO_LARGE`, unless the form is to be cut; what the content fails with
   */
  async keep(
    { filename, mediaType }: PartHeader,
    content: AsyncIterable<Uint8Array>,
  ): Promise<UploadedFileInterface> {
    const { factories, memoryLimit = 65_536, storage } = this.#options;
    const writer = storage.createWriter(memoryLimit);
    try {
      const stored = await this.#store(filename === '' ? NOT_CHOSEN : 0, content, writer);
      if (typeof stored === 'number') {
        return factories.createUploadedFile(factories.createStream(), 0, stored, filename);
      }
      this.#kept.push(stored);
      return factories.createUploadedFile(stored, stored.getSize(), 0, filename, mediaType);
    } finally {
      await writer.discard();
    }
  }

  /** Closes, and so removes, what was kept. */
  remove(): void {
    for (const stream of this.#kept) stream.close();
  }

  async #store(
    known: UploadError,
    content: AsyncIterable<Uint8Array>,
    writer: TemporaryWriterInterface,
  ): Promise<StreamInterface | UploadError> {
    let error = known;
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      error ||= this.#sizeError(size) || (await this.#write(writer, chunk));
    }
    if (error !== 0) return error;
    try {
      return await writer.end();
    } catch (cause) {
      return this.#storageError(cause);
    }
  }

  #sizeError(size: number): UploadError {
    const { onLimit = 'refuse' } = this.#options;
    if (size > this.#maxFileBytes) {
      if (onLimit === 'refuse') throw BodyError.partTooLarge('file', this.#maxFileBytes);
      return 1;
    }
    return this.#formLimit !== 0 && size > this.#formLimit ? 2 : 0;
  }

  async #write(writer: TemporaryWriterInterface, chunk: Uint8Array): Promise<UploadError> {
    try {
      await writer.write(chunk);
      return 0;
    } catch (cause) {
      return this.#storageError(cause);
    }
  }

  /** What storage cannot do is the file's error, not the request's. */
  #storageError(cause: unknown): UploadError {
    this.#options.onStorageError?.(cause);
    const missing = (cause as { readonly code?: unknown } | null)?.code === 'ENOENT';
    return missing ? NO_FOLDER : NOT_WRITTEN;
  }
}
