import type { StreamInterface } from './stream.js';

/**
 * PHP's upload errors: 0 none, 1 over the server's limit, 2 over the form's `MAX_FILE_SIZE`,
 * 3 cut off, 4 no file was chosen, 6 no temporary folder, 7 could not be written, 8 stopped by the
 * server.
 */
export type UploadError = 0 | 1 | 2 | 3 | 4 | 6 | 7 | 8;

/**
 * A file that came with a form. Temporary storage belongs to the request's lifetime: what is not
 * moved until then is removed.
 *
 * @see PSR-7 1.6 Uploaded files, 3.6
 */
export interface UploadedFileInterface {
  /**
   * The content, from its start: always the same stream.
   *
   * @throws {MessageErrorInterface} `UPLOAD_MOVED` after {@link moveTo}; `UPLOAD_FAILED` when
   *   {@link getError} is not 0
   */
  getStream(): StreamInterface;

  /**
   * Moves the file, once only: by rename where that is possible, by copy where it is not. A failure
   * leaves no part of a file at the target and the upload as it was.
   *
   * @param targetPath of the new file; an existing one is replaced, its folder must exist. Never
   *   build it from {@link getClientFilename}.
   * @throws {MessageErrorInterface} `UPLOAD_TARGET_INVALID` for an empty path or one with NUL;
   *   `UPLOAD_MOVED`, `UPLOAD_FAILED`; an error of the file system is its `cause` under
   *   `UPLOAD_MOVE_FAILED`
   */
  moveTo(targetPath: string): Promise<void>;

  /** Bytes; `null` when it is not known. */
  getSize(): number | null;

  getError(): UploadError;

  /** The name that the client gave, unchecked: never a path of ours. `null` when it gave none. */
  getClientFilename(): string | null;

  /** The media type that the client gave, unchecked. `null` when it gave none. */
  getClientMediaType(): string | null;
}
