import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';

/**
 * Why a body was rejected:
 *
 * - `BODY_CHARSET` (415): its charset is not supported
 * - `BODY_ENCODING` (415): its content coding is not supported
 * - `BODY_MALFORMED` (400): the body or its `Content-Type` is malformed
 * - `BODY_MEDIA_TYPE` (415): its media type is not `multipart/form-data`
 * - `BODY_PART_HEADER` (400): the headers of a part are invalid, or exceed a limit
 * - `BODY_PART_TOO_LARGE` (413): a field or a file exceeds its limit
 * - `BODY_TOO_LARGE` (413): the body exceeds its limit
 * - `BODY_TOO_MANY_PARTS` (413): a form has too many fields, files or parts
 * - `DECODED_TOO_LARGE` (413): it is too many times larger when decoded: a decompression bomb
 * - `LINE_NOT_UTF8` (400): a line is not valid UTF-8
 * - `LINE_TOO_LONG` (413): a line exceeds its limit
 */
export type BodyErrorCode =
  | 'BODY_CHARSET'
  | 'BODY_ENCODING'
  | 'BODY_MALFORMED'
  | 'BODY_MEDIA_TYPE'
  | 'BODY_PART_HEADER'
  | 'BODY_PART_TOO_LARGE'
  | 'BODY_TOO_LARGE'
  | 'BODY_TOO_MANY_PARTS'
  | 'DECODED_TOO_LARGE'
  | 'LINE_NOT_UTF8'
  | 'LINE_TOO_LONG';

/** A request body was rejected. This is an `HttpErrorInterface`: the application responds with its `status`. */
export class BodyError extends CodedError<BodyErrorCode> {
  readonly status: 400 | 413 | 415;
  /** The headers of the response: `Accept-Encoding` for `BODY_ENCODING`, otherwise none. */
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    code: BodyErrorCode,
    status: 400 | 413 | 415,
    message: string,
    options?: ErrorOptions,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message, options);
    this.status = status;
    this.headers = headers;
  }

  static {
    brand(this, '@mortise/body-parsers/BodyError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static tooLarge(limit: number): BodyError {
    const message = `The request body exceeds the limit of ${limit} bytes.`;
    return new BodyError('BODY_TOO_LARGE', 413, message);
  }

  /** @param ratio the maximum ratio of the decoded size to the sent size */
  static decodedTooLarge(ratio: number): BodyError {
    const message = `The decoded request body exceeds the limit of ${ratio} times its compressed size. Send it uncompressed.`;
    return new BodyError('DECODED_TOO_LARGE', 413, message);
  }

  /**
   * @param what the expected format, such as `'JSON'`
   * @param problem what is wrong with the body
   */
  static malformed(what: string, problem: string, cause?: unknown): BodyError {
    const message = `The ${what} in the request body is invalid: ${problem}.`;
    return new BodyError('BODY_MALFORMED', 400, message, cause === undefined ? {} : { cause });
  }

  static mediaType(value: string): BodyError {
    const message = `The Content-Type ${quote(value)} is invalid; expected a media type such as "application/json".`;
    return new BodyError('BODY_MALFORMED', 400, message);
  }

  static wrongMediaType(value: string, expected: string): BodyError {
    const message = `The media type ${quote(value)} is not supported; expected ${quote(expected)}.`;
    return new BodyError('BODY_MEDIA_TYPE', 415, message);
  }

  static partHeader(problem: string): BodyError {
    const message = `A part of the form has invalid headers: ${problem}.`;
    return new BodyError('BODY_PART_HEADER', 400, message);
  }

  static partTooLarge(what: string, limit: number): BodyError {
    const message = `A ${what} in the form exceeds the limit of ${limit} bytes.`;
    return new BodyError('BODY_PART_TOO_LARGE', 413, message);
  }

  static tooManyParts(what: string, limit: number): BodyError {
    return new BodyError(
      'BODY_TOO_MANY_PARTS',
      413,
      `The form exceeds the limit of ${limit} ${what}.`,
    );
  }

  /** @param number the line number, from 1 */
  static lineTooLong(number: number, limit: number): BodyError {
    const message = `Line ${number} of the request body exceeds the limit of ${limit} bytes.`;
    return new BodyError('LINE_TOO_LONG', 413, message);
  }

  /** @param number the line number, from 1 */
  static lineNotUtf8(number: number, cause: unknown): BodyError {
    const message = `Line ${number} of the request body is not valid UTF-8.`;
    return new BodyError('LINE_NOT_UTF8', 400, message, { cause });
  }

  /** @param supported sent as the `Accept-Encoding` header (RFC 9110 15.5.16); `identity` if the list is empty */
  static encoding(coding: string, supported: readonly string[] = []): BodyError {
    const message = `The request body has the unsupported content coding ${quote(coding)}. Send it uncompressed.`;
    const headers = { 'Accept-Encoding': supported.join(', ') || 'identity' };
    return new BodyError('BODY_ENCODING', 415, message, {}, headers);
  }

  static charset(label: string): BodyError {
    const message = `The request body has the unsupported charset ${quote(label)}. Send UTF-8.`;
    return new BodyError('BODY_CHARSET', 415, message);
  }
}
