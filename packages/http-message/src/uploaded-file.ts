import type { StreamInterface } from './stream.js';

/**
 * PHP's upload errors: 0 none, 1 exceeds the server's limit, 2 exceeds the form's `MAX_FILE_SIZE`,
 * 3 incomplete, 4 no file was chosen, 6 no temporary folder, 7 could not be written, 8 stopped by the
 * server.
 */
export type UploadError = 0 | 1 | 2 | 3 | 4 | 6 | 7 | 8;

/**
 * A file uploaded with a form. Files that have not been moved by the end of the request's lifetime are removed.
 *
 * @see PSR-7 1.6 Uploaded files, 3.6
 */
export interface UploadedFileInterface {
  /**
   * The content: always the same stream, initially at its start.
   *
   * @throws {MessageErrorInterface} `UPLOAD_MOVED` after {@link moveTo}; `UPLOAD_FAILED` if
   *   {@link getError} is not 0
   */
  getStream(): StreamInterface;

  /**
   * Moves the file, which is possible only once: by renaming it if possible, otherwise by copying it. A failure leaves
   * the upload unchanged, and no incomplete file at the target. If the file system has permissions, only the owner can
   * read the new file.
   *
   * @param targetPath the path of the new file; an existing file is replaced, and the folder must exist. Never build it
   *   from {@link getClientFilename}.
   * @throws {MessageErrorInterface} `UPLOAD_TARGET_INVALID` for an empty path or one with NUL; `UPLOAD_MOVED`;
   *   `UPLOAD_FAILED`; `UPLOAD_MOVE_FAILED`, with the file system's error as its `cause`
   */
  moveTo(targetPath: string): Promise<void>;

  /** The size in bytes; `null` if unknown. */
  getSize(): number | null;

  /** The upload error; 0 if the upload succeeded. */
  getError(): UploadError;

  /** The name that the client sent, unchecked: never use it as a path. `null` if absent. */
  getClientFilename(): string | null;

  /** The media type that the client sent, unchecked. `null` if absent. */
  getClientMediaType(): string | null;
}
