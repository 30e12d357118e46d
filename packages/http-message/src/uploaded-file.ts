import type { StreamInterface } from './stream.js';

/**
 * PHP's upload errors: 0 none, 1 exceeds the server's limit, 2 exceeds the form's `MAX_FILE_SIZE`,
 * 3 incomplete, 4 no file was chosen, 6 no temporary folder, 7 could not be written, 8 stopped by the
 * server.
 */
export type UploadError = 0 | 1 | 2 | 3 | 4 | 6 | 7 | 8;

/**
 * An uploaded file of a form. Temporary storage is tied to the request's lifetime: files that were not
 * moved by its end are removed.
 *
 * @see PSR-7 1.6 Uploaded files, 3.6
 */
export interface UploadedFileInterface {
  /**
   * The content, from its start: always the same stream.
   *
   * @throws {MessageErrorInterface} `UPLOAD_MOVED` after {@link moveTo}; `UPLOAD_FAILED` if
   *   {@link getError} is not 0
   */
  getStream(): StreamInterface;

  /**
   * Moves the file, only once: by rename if possible, otherwise by copy. A failure
   * leaves no incomplete file at the target, and the upload unchanged. Only the owner can read the new file, where files have
   * permissions.
   *
   * @param targetPath of the new file; an existing one is replaced, its folder must exist. Never
   *   build it from {@link getClientFilename}.
   * @throws {MessageErrorInterface} `UPLOAD_TARGET_INVALID` for an empty path or one with NUL;
   *   `UPLOAD_MOVED`, `UPLOAD_FAILED`; an error of the file system is its `cause` under
   *   `UPLOAD_MOVE_FAILED`
   */
  moveTo(targetPath: string): Promise<void>;

  /** Bytes; `null` if unknown. */
  getSize(): number | null;

  getError(): UploadError;

  /** The name that the client sent, unchecked: never use it as a path. `null` if absent. */
  getClientFilename(): string | null;

  /** The media type that the client sent, unchecked. `null` if absent. */
  getClientMediaType(): string | null;
}
