import { createFormTree, type FormMap } from '@mortise/form-encoding';
import type { UploadedFileInterface } from '@mortise/http-message';
import type { FormListener } from './form-scan.js';
import type { MultipartFormOptions } from './multipart-form-options.js';
import type { PartHeader } from './part-header.js';
import { Upload } from './upload.js';
import { uploadName } from './upload-name.js';

/** An upload under the name of its field. */
interface NamedUpload {
  readonly name: string;
  readonly upload: Upload;
}

/** Collects the fields and files of one form, and removes its files. */
export class FormCollector implements FormListener {
  readonly #options: MultipartFormOptions;
  readonly #maxFileBytes: number;
  readonly #fields;
  readonly #files;
  readonly #uploads: Upload[] = [];
  /** Whose bytes have all come, but which are not stored. */
  #ended: NamedUpload[] = [];
  /** Whose bytes come. */
  #current: NamedUpload | null = null;
  #formLimit = Infinity;
  #nameless = 0;

  constructor(options: MultipartFormOptions, maxFileBytes: number) {
    this.#options = options;
    this.#maxFileBytes = maxFileBytes;
    this.#fields = createFormTree(options);
    this.#files = createFormTree<UploadedFileInterface>(options);
  }

  get fields(): FormMap {
    return this.#fields.root;
  }

  get files(): FormMap<UploadedFileInterface> {
    return this.#files.root;
  }

  /** Whether {@link catchUp} has something to do. */
  get isBehind(): boolean {
    return this.#current !== null || this.#ended.length > 0;
  }

  field({ name }: PartHeader, value: string): void {
    // Limits the files behind it, as in PHP.
    if (name?.toUpperCase() === 'MAX_FILE_SIZE') {
      this.#formLimit = Number.parseInt(value, 10) || Infinity;
    }
    this.#fields.put(name ?? '', value);
  }

  file(header: PartHeader): void {
    const name = header.name === null ? String(this.#nameless++) : uploadName(header.name);
    const limits = { maxFileBytes: this.#maxFileBytes, formLimit: this.#formLimit };
    const upload = new Upload(header, this.#options, limits);
    this.#uploads.push(upload);
    this.#current = { name, upload };
  }

  fileBytes(bytes: Uint8Array): void {
    this.#current?.upload.push(bytes);
  }

  fileEnd(): void {
    if (this.#current !== null) this.#ended.push(this.#current);
    this.#current = null;
  }

  /** Stores what has come of files; settles when there is room for more. */
  async catchUp(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    for (const { name, upload } of ended) this.#files.put(name, await upload.finish());
    await this.#current?.upload.store();
  }

  /** Removes the files, all of which are stored, unless they were moved. */
  close(): void {
    for (const upload of this.#uploads) upload.close();
  }

  /** Removes whatever is there. Never fails. */
  async discard(): Promise<void> {
    await Promise.all(this.#uploads.map((upload) => upload.discard()));
  }
}
