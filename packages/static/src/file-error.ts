import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Stable codes that say why a file was not sent. */
export type FileErrorCode = 'FILE_NOT_FOUND' | 'PRECONDITION_FAILED' | 'RANGE_NOT_SATISFIABLE';

/** Thrown if a requested file is not sent: 404, 412 or 416. It implements `HttpErrorInterface`. */
export class FileError extends CodedError<FileErrorCode> {
  readonly status: 404 | 412 | 416;
  readonly headers?: Readonly<Record<string, string>>;

  private constructor(
    code: FileErrorCode,
    status: 404 | 412 | 416,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ) {
    super(code, message);
    this.status = status;
    if (headers !== undefined) this.headers = headers;
  }

  static {
    brand(this, '@mortise/static/FileError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static notFound(): FileError {
    return new FileError('FILE_NOT_FOUND', 404, 'The file does not exist or cannot be read.');
  }

  /** @see RFC 9110 15.5.13 */
  static preconditionFailed(): FileError {
    return new FileError(
      'PRECONDITION_FAILED',
      412,
      'The file has changed. Fetch it again, then repeat the request.',
    );
  }

  /** @see RFC 9110 15.5.17 */
  static rangeNotSatisfiable(size: number): FileError {
    const message = `None of the requested ranges lies within the ${size} bytes of the file.`;
    const headers = { 'Content-Range': `bytes */${size}` };
    return new FileError('RANGE_NOT_SATISFIABLE', 416, message, headers);
  }
}
