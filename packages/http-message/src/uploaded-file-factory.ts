import type { StreamInterface } from './stream.js';
import type { UploadError, UploadedFileInterface } from './uploaded-file.js';

/**
 * Creates uploaded files.
 *
 * @see PSR-17 2.5
 */
export interface UploadedFileFactoryInterface {
  /**
   * Creates an uploaded file.
   *
   * @param stream the content; must be readable if `error` is 0
   * @param size in bytes; `null` (the default) uses the stream's size
   * @param error 0 (the default) if the upload succeeded
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE`, `UPLOAD_ERROR_INVALID`
   */
  createUploadedFile(
    stream: StreamInterface,
    size?: number | null,
    error?: UploadError,
    clientFilename?: string | null,
    clientMediaType?: string | null,
  ): UploadedFileInterface;
}
