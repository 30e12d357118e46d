/** Why variant A refused: stable, for programs. */
export type VariantAErrorCode = 'BODY_NOT_READ' | 'PARSER_RESULT_INVALID' | 'JSON_INVALID';

const BRAND = Symbol.for('@mortise/compat-variant-a/VariantAError');

/** A mistake of the application's. It has no `status`: where it reaches a client, the answer is 500. */
export class VariantAError extends Error {
  override readonly name = 'VariantAError';
  readonly code: VariantAErrorCode;

  /** The value that was refused; `undefined` when there is none. */
  readonly value: unknown;
  readonly [BRAND] = true;

  private constructor(code: VariantAErrorCode, message: string, value?: unknown) {
    super(message);
    this.code = code;
    this.value = value;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  static bodyNotRead(): VariantAError {
    return new VariantAError(
      'BODY_NOT_READ',
      'the body is not in memory, and getParsedBody() does not wait: put body parsing outside this middleware',
    );
  }

  static invalidParserResult(mediaType: string, value: unknown): VariantAError {
    return new VariantAError(
      'PARSER_RESULT_INVALID',
      `the parser of ${JSON.stringify(mediaType.slice(0, 80))} returned a ${typeof value} instead of an object, a list or null`,
      value,
    );
  }

  static invalidJson(value: unknown): VariantAError {
    return new VariantAError(
      'JSON_INVALID',
      `a value of type ${typeof value} has no JSON form`,
      value,
    );
  }
}
