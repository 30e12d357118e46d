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

/** A body that cannot be taken as it came; an `HttpErrorInterface`, so that an application answers its `status`. */
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

  static tooLarge(limit: number): BodyError {
    return new BodyError('BODY_TOO_LARGE', 413, `the body is larger than ${limit} bytes`);
  }

  static malformed(what: string, cause?: unknown): BodyError {
    return new BodyError('BODY_MALFORMED', 400, `the body is no ${what}`, { cause });
  }

  static mediaType(value: string): BodyError {
    return new BodyError('BODY_MALFORMED', 400, `${shown(value)} is no media type`);
  }

  static wrongMediaType(value: string): BodyError {
    const message = `${shown(value)} is not the media type that is read here`;
    return new BodyError('BODY_MEDIA_TYPE', 415, message);
  }

  static partHeader(what: string): BodyError {
    return new BodyError('BODY_PART_HEADER', 400, `a part of the form has ${what}`);
  }

  static partTooLarge(what: string, limit: number): BodyError {
    return new BodyError('BODY_PART_TOO_LARGE', 413, `a ${what} is larger than ${limit} bytes`);
  }

  static tooManyParts(what: string, limit: number): BodyError {
    return new BodyError('BODY_TOO_MANY_PARTS', 413, `the form has more than ${limit} ${what}`);
  }

  static encoding(coding: string): BodyError {
    const message = `bodies with the content coding ${shown(coding)} are not taken`;
    return new BodyError('BODY_ENCODING', 415, message);
  }

  static charset(label: string): BodyError {
    const message = `bodies in the character set ${shown(label)} are not taken; send UTF-8`;
    return new BodyError('BODY_CHARSET', 415, message);
  }
}

function shown(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}
