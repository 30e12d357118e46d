/** Why a body was refused: stable, for programs. */
export type BodyErrorCode = 'BODY_CHARSET' | 'BODY_ENCODING' | 'BODY_MALFORMED' | 'BODY_TOO_LARGE';

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
