import { brand, CodedError } from '@mortise/base';

/** Why variant A refused: stable, for programs. */
export type VariantAErrorCode = 'BODY_NOT_READ' | 'PARSER_RESULT_INVALID' | 'JSON_INVALID';

/** A mistake of the application's. It has no `status`: where it reaches a client, the answer is 500. */
export class VariantAError extends CodedError<VariantAErrorCode> {
  /** The value that was refused; `undefined` when there is none. */
  readonly value: unknown;

  private constructor(code: VariantAErrorCode, message: string, value?: unknown) {
    super(code, message);
    this.value = value;
  }

  static {
    brand(this, '@mortise/compat-variant-a/VariantAError');
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
