import type { Complete } from '@mortise/base/options';
import { REPEATED_NAMES } from '@mortise/base/keys';
import { factoriesOf, isDevelopment } from '@mortise/base/message';
import {
  createFormTree,
  type FormEntry,
  type FormMap,
  repeatedNames,
} from '@mortise/form-encoding';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import type { BodyReader } from '../contract.js';
import { givenOnly } from '../rules.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { droppedFilesWarning } from './dropped-files-warning.js';
import { fieldText } from './field-text.js';
import { type FormListener, FormScan } from './form-scan.js';
import {
  declaredForm,
  type MultipartFormOptions,
  type MultipartLimits,
} from './multipart-options.js';
import type { PartHead } from './part-info.js';
import { Upload, type UploadOptions } from './upload.js';
import { fileFieldName } from './file-field-name.js';

/**
 * Creates a `multipart/form-data` reader for `bodyParsing`: fields become the parsed body, and files the uploaded
 * files, with bracketed names as in PHP. The body is consumed.
 *
 * A request with an empty body is returned unchanged, however the body was framed: it has no content (RFC 9110 6.4).
 *
 * Files are removed when the request's lifetime ends, unless they were moved; if the form is rejected, they are removed
 * immediately. As in PHP, a file that was not chosen, exceeds the form's `MAX_FILE_SIZE`, or could not be stored is
 * included with its error code.
 *
 * The reader rejects with a {@link BodyError} like `multipartParts`, or with a `FormError` if names are nested too
 * deeply. With `onLimit: 'truncate'`, it behaves like PHP: fields and files beyond `maxFields` and `maxFiles` are
 * skipped, and a file that is too large has error 1.
 *
 * @throws {OptionError} `OPTION_INVALID` if an option is unknown or has a wrong value
 */
export function multipartForm(options: MultipartFormOptions): BodyReader {
  const limits = givenOnly(declaredForm(options));
  const warnOfDropped = droppedFilesWarning();
  return async (request, mediaType) => {
    const body = request.getBody();
    if (body.isSeekable()) body.rewind();
    return body.getSize() === 0
      ? request
      : readForm(
          request,
          boundaryOf(mediaType, request.getHeaderLine('Content-Type')),
          limits,
          warnOfDropped,
        );
  };
}

const NO_DECODERS = new Map<string, never>();

async function readForm(
  request: ServerRequestInterface,
  boundary: string,
  limits: MultipartFormOptions & Complete<MultipartLimits>,
  warnOfDropped: ReturnType<typeof droppedFilesWarning>,
): Promise<ServerRequestInterface> {
  const body = request.getBody();
  const { onProgress, onLimit } = limits;
  const factories = factoriesOf(request, limits.factories, 'multipartForm.factories');
  const form = new FormCollector({ ...limits, factories }, limits.maxFileBytes);
  const truncate = onLimit === 'truncate';
  const scanned = { boundary, limits, total: body.getSize(), truncate, onProgress };
  const scan = new FormScan(body, scanned, form);
  try {
    let next = await scan.next();
    while (next.done !== true && next.value.length === 0) next = await scan.next();
    if (next.done === true) return request;
    contentDecoder(request, NO_DECODERS);
    for (; scan.take(next); next = await scan.next()) if (form.isBehind) await form.catchUp();
  } catch (error) {
    scan.cancel();
    await form.discard();
    throw error;
  }
  const lifetime = request.getLifetime();
  let areFilesRead = false;
  const repeatedFiles = () => repeatedNames(form.sentFiles, limits);
  lifetime.onEnd(() => {
    form.close();
    if (!areFilesRead && isDevelopment(request)) warnOfDropped(repeatedFiles());
  });
  lifetime.setValue(REPEATED_NAMES, {
    fields: () => repeatedNames(form.sentFields, limits),
    files() {
      areFilesRead = true;
      return repeatedFiles();
    },
  });
  return request.withParsedBody(form.fields).withUploadedFiles(form.files);
}

/** An upload, with the name of its field. */
interface NamedUpload {
  readonly name: string;
  readonly upload: Upload;
}

/** Collects the fields and files of a form, and removes its files at the end. */
class FormCollector implements FormListener {
  readonly #options: UploadOptions;
  readonly #maxFileBytes: number;
  readonly #fields;
  readonly #files;
  readonly #uploads: Upload[] = [];
  /** All fields, in order. */
  readonly sentFields: FormEntry[] = [];
  /** All files that were stored or have an error, in order. */
  readonly sentFiles: FormEntry<UploadedFileInterface>[] = [];
  /** Files that were received completely, but are not stored yet. */
  #ended: NamedUpload[] = [];
  /** The file that is being received. */
  #current: NamedUpload | null = null;
  #formLimit = Infinity;
  #nameless = 0;

  constructor(options: UploadOptions, maxFileBytes: number) {
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

  /** Whether {@link catchUp} may have something to store. */
  get isBehind(): boolean {
    return this.#current !== null || this.#ended.length > 0;
  }

  field({ name, charset }: PartHead, bytes: Uint8Array): void {
    const value = fieldText(bytes, charset);
    // As in PHP, this field limits the files that follow it.
    if (name?.toUpperCase() === 'MAX_FILE_SIZE') {
      this.#formLimit = Number.parseInt(value, 10) || Infinity;
    }
    this.#fields.put(name ?? '', value);
    this.sentFields.push([name ?? '', value]);
  }

  file(info: PartHead): void {
    const name = info.name === null ? String(this.#nameless++) : fileFieldName(info.name);
    const limits = { maxFileBytes: this.#maxFileBytes, formLimit: this.#formLimit };
    const upload = new Upload(info, this.#options, limits);
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

  /** Stores the received bytes of files; resolves when more can be received. */
  async catchUp(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    for (const { name, upload } of ended) {
      const file = await upload.finish();
      this.#files.put(name, file);
      this.sentFiles.push([name, file]);
    }
    await this.#current?.upload.store();
  }

  /** Removes the files, except those that were moved. All of them have been stored by then. */
  close(): void {
    for (const upload of this.#uploads) upload.close();
  }

  /** Removes all files, stored or not. Never rejects. */
  async discard(): Promise<void> {
    await Promise.all(this.#uploads.map((upload) => upload.discard()));
  }
}
