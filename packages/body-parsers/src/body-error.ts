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

  static encoding(coding: string): BodyError {
    const shown = JSON.stringify(coding.slice(0, 80));
    return new BodyError(
      'BODY_ENCODING',
      415,
      `bodies with the content coding ${shown} are not taken`,
    );
  }

  static charset(label: string): BodyError {
    const shown = JSON.stringify(label.slice(0, 80));
    return new BodyError('BODY_CHARSET', 415, `forms in ${shown} are not taken; send UTF-8`);
  }
}
