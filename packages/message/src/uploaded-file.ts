import type { StreamInterface, UploadError, UploadedFileInterface } from '@mortise/http-message';
import { invalid, MessageError } from './message-error.js';

/** Moves the content of a stream to a path, completely or not at all. */
export type MoveToFile = (content: StreamInterface, targetPath: string) => Promise<void>;

/** The parts of an upload. */
export interface Upload {
  readonly stream: StreamInterface;
  readonly size: number | null;
  readonly error: UploadError;
  readonly clientFilename: string | null;
  readonly clientMediaType: string | null;
}

const ERRORS: readonly unknown[] = [0, 1, 2, 3, 4, 6, 7, 8];

/** Streams of a request are closed when it ends. */
const LATE = ': write await before moveTo, so that the request does not end first';

/** An upload over any stream; the function that moves it to a file is injected. */
export class UploadedFile implements UploadedFileInterface {
  readonly #upload: Upload;
  readonly #move: MoveToFile;
  #moved = false;

  constructor(upload: Upload, move: MoveToFile) {
    const { error, stream, size } = upload;
    if (!ERRORS.includes(error)) {
      throw invalid('UPLOAD_ERROR_INVALID', 'upload error', '0 to 4 or 6 to 8', error);
    }
    if (error === 0 && !stream.isReadable()) {
      throw new MessageError('STREAM_NOT_READABLE', 'the upload stream is not readable');
    }
    this.#upload = { ...upload, size: size ?? stream.getSize() };
    this.#move = move;
  }

  getStream(): StreamInterface {
    this.#assertThere();
    return this.#upload.stream;
  }

  async moveTo(targetPath: string): Promise<void> {
    if (typeof targetPath !== 'string' || targetPath === '' || targetPath.includes('\0')) {
      const expected = 'a path, not empty and without NUL';
      throw invalid('UPLOAD_TARGET_INVALID', 'target path', expected, targetPath);
    }
    const stream = this.getStream();
    this.#moved = true;
    try {
      await this.#move(stream, targetPath);
    } catch (cause) {
      this.#moved = false;
      const advice = stream.isReadable() ? '' : LATE;
      const rule = `the upload could not be moved (${reason(cause)})${advice}`;
      throw new MessageError('UPLOAD_MOVE_FAILED', rule, undefined, { cause });
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

  #assertThere(): void {
    if (this.#moved) throw new MessageError('UPLOAD_MOVED', 'the upload has already been moved');
    if (this.#upload.error !== 0) {
      const rule = `the upload failed: getError() is ${this.#upload.error}`;
      throw new MessageError('UPLOAD_FAILED', rule);
    }
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
