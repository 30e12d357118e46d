import type { StreamInterface, UploadedFileInterface, UploadError } from '@mortise/http-message';
import type { Files } from './files.js';
import { MessageError, refusal } from './message-error.js';

const ERRORS: readonly unknown[] = [0, 1, 2, 3, 4, 6, 7, 8] satisfies UploadError[];

/** The parts of an upload. */
export interface Upload {
  readonly stream: StreamInterface;
  readonly size: number | null;
  readonly error: UploadError;
  readonly clientFilename: string | null;
  readonly clientMediaType: string | null;
}

/** A file uploaded with a form. */
export class UploadedFile implements UploadedFileInterface {
  readonly #upload: Upload;
  readonly #files: Files;
  #moved = false;

  constructor(upload: Upload, files: Files) {
    if (!ERRORS.includes(upload.error)) {
      throw refusal(
        'UPLOAD_ERROR_INVALID',
        'an upload error must be a PHP upload error code',
        upload.error,
      );
    }
    if (upload.error === 0 && !upload.stream.isReadable()) {
      throw new MessageError('STREAM_NOT_READABLE', 'the stream of an upload must be readable');
    }
    this.#upload = upload;
    this.#files = files;
  }

  getStream(): StreamInterface {
    const { stream, error } = this.#upload;
    if (this.#moved) throw new MessageError('UPLOAD_MOVED', 'the upload has already been moved');
    if (error !== 0) throw new MessageError('UPLOAD_FAILED', `the upload failed: error ${error}`);
    return stream;
  }

  async moveTo(targetPath: string): Promise<void> {
    const stream = this.getStream();
    assertPath(targetPath);
    this.#moved = true;
    try {
      await this.#files.move(stream, targetPath);
    } catch (cause) {
      this.#moved = false;
      // Streams of a request are closed when it ends.
      const advice = stream.isReadable()
        ? ''
        : 'write await before moveTo, so that the request does not end first; ';
      const problem = `${advice}the upload could not be moved to`;
      throw refusal('UPLOAD_MOVE_FAILED', problem, targetPath, { cause });
    }
    stream.close();
  }

  getSize(): number | null {
    return this.#upload.size;
  }

  getError(): UploadError {
    return this.#upload.error;
  }

  getClientFilename(): string | null {
    return this.#upload.clientFilename;
  }

  getClientMediaType(): string | null {
    return this.#upload.clientMediaType;
  }
}

function assertPath(path: unknown): void {
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) return;
  throw refusal('UPLOAD_TARGET_INVALID', 'a target must be a path without NUL', path);
}
