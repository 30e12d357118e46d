import { HTTP_ERROR } from '@mortise/base';

/** Why a body was refused: stable, for programs. */
export type BodyErrorCode =
  | 'BODY_CHARSET'
  | 'BODY_ENCODING'
  | 'BODY_MALFORMED'
  | 'BODY_MEDIA_TYPE'
  | 'BODY_PART_HEADER'
  | 'BODY_PART_TOO_LARGE'
  | 'BODY_TOO_LARGE'
  | 'BODY_TOO_MANY_PARTS';

const BRAND = Symbol.for('@mortise/body-parsers/BodyError');

/** A request body that is refused. It is an `HttpErrorInterface`: an application responds with its `status`. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly code: BodyErrorCode;
  readonly status: 400 | 413 | 415;
  readonly [BRAND] = true;

  private constructor(
    code: BodyErrorCode,
    status: 400 | 413 | 415,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static tooLarge(limit: number): BodyError {
    const message = `the request body exceeds the limit of ${limit} bytes`;
    return new BodyError('BODY_TOO_LARGE', 413, message);
  }

  /**
   * @param what the format that was expected: `'JSON'`
   * @param problem what was found instead
   */
  static malformed(what: string, problem: string, cause?: unknown): BodyError {
    const message = `invalid ${what} in the request body: ${problem}`;
    return new BodyError('BODY_MALFORMED', 400, message, { cause });
  }

  static mediaType(value: string): BodyError {
    const message = `invalid Content-Type ${quoted(value)}: expected a media type such as "application/json"`;
    return new BodyError('BODY_MALFORMED', 400, message);
  }

  static wrongMediaType(value: string, expected: string): BodyError {
    const message = `unsupported media type ${quoted(value)}: expected ${quoted(expected)}`;
    return new BodyError('BODY_MEDIA_TYPE', 415, message);
  }

  static partHeader(problem: string): BodyError {
    const message = `invalid headers of a part of the form: ${problem}`;
    return new BodyError('BODY_PART_HEADER', 400, message);
  }

  static partTooLarge(what: string, limit: number): BodyError {
    const message = `a ${what} of the form exceeds the limit of ${limit} bytes`;
    return new BodyError('BODY_PART_TOO_LARGE', 413, message);
  }

  static tooManyParts(what: string, limit: number): BodyError {
    return new BodyError(
      'BODY_TOO_MANY_PARTS',
      413,
      `the form exceeds the limit of ${limit} ${what}`,
    );
  }

  static encoding(coding: string): BodyError {
    const message = `unsupported content coding ${quoted(coding)} of the request body: send it uncompressed`;
    return new BodyError('BODY_ENCODING', 415, message);
  }

  static charset(label: string): BodyError {
    const message = `unsupported character set ${quoted(label)} of the request body: send UTF-8`;
    return new BodyError('BODY_CHARSET', 415, message);
  }
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}
