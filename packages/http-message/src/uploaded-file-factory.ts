import type { StreamInterface } from './stream.js';
import type { UploadError, UploadedFileInterface } from './uploaded-file.js';

/** @see PSR-17 2.5 */
export interface UploadedFileFactoryInterface {
  /**
   * @param stream the content; readable when `error` is 0
   * @param size bytes; default `null`: the stream's size
   * @param error default 0
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
