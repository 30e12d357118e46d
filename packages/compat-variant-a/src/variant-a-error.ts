import {
  brand,
  CodedError,
  hideValue,
  isPlainFunction,
  kindOf,
  nameOfClass,
  quote,
} from '@mortise/base';

/** Why a {@link VariantAError} was thrown. These codes are stable. */
export type VariantAErrorCode =
  | 'BODY_NOT_READ'
  | 'ENTRY_INVALID'
  | 'JSON_INVALID'
  | 'PARSER_RESULT_INVALID';

/** Thrown if an application uses variant A incorrectly. It has no `status`, so the client gets 500. */
export class VariantAError extends CodedError<VariantAErrorCode> {
  /** The rejected value; `undefined` if there is none. */
  declare readonly value: unknown;

  private constructor(
    code: VariantAErrorCode,
    message: string,
    value?: unknown,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    hideValue(this, value);
  }

  static {
    brand(this, '@mortise/compat-variant-a/VariantAError');
  }

  static bodyNotRead(): VariantAError {
    return new VariantAError(
      'BODY_NOT_READ',
      'the body is not in memory, and getParsedBody() is synchronous: add body parsing so that it runs before this middleware',
    );
  }

  static invalidParserResult(mediaType: string, value: unknown): VariantAError {
    return new VariantAError(
      'PARSER_RESULT_INVALID',
      `the parser for ${quote(mediaType)} returned ${kindOf(value)} instead of an object, a list or null`,
      value,
    );
  }

  static invalidFactory(id: string, value: unknown): VariantAError {
    const received = isPlainFunction(value)
      ? `a function with ${value.length} parameters`
      : kindOf(value);
    const name = nameOfClass(value);
    const entry = name === null ? 'value' : `new ${name}()`;
    return new VariantAError(
      'ENTRY_INVALID',
      `invalid container entry ${quote(id)}: received ${received}; expected a function that creates it and takes no argument but the container: set(${quote(id)}, () => ${entry})`,
      value,
    );
  }

  /** @param ids of entries that need each other, the outermost first */
  static circularEntry(ids: readonly string[]): VariantAError {
    const way = ids
      .slice(ids.indexOf(ids.at(-1) ?? ''))
      .map(quote)
      .join(' gets ');
    const message = `circular container entries: ${way}; get one of them later, in a method`;
    return new VariantAError('ENTRY_INVALID', message, ids);
  }

  static lateSettings(id: string): VariantAError {
    const message = `cannot replace the container entry ${quote(id)}: the application has read it; write createApp({ ${id} })`;
    return new VariantAError('ENTRY_INVALID', message, id);
  }

  /**
   * @param parameters the parameter list of the expected function
   * @param cause the error that the handler should have handled
   */
  static invalidHandler(
    name: string,
    parameters: string,
    value: unknown,
    cause: unknown,
  ): VariantAError {
    const { invoke } = Object(value) as { readonly invoke?: unknown };
    const way =
      typeof invoke === 'function'
        ? `${parameters} => handler.invoke${parameters}`
        : `set('${name}', () => ${parameters} => response)`;
    return new VariantAError(
      'ENTRY_INVALID',
      `invalid container entry ${quote(name)}: received ${kindOf(value)}; expected a function ${parameters}, or null for the application's own error handling; write ${way}`,
      value,
      { cause },
    );
  }

  static invalidJson(value: unknown): VariantAError {
    return new VariantAError(
      'JSON_INVALID',
      `invalid JSON value: received ${quote(value)}; expected a value that JSON.stringify can write`,
      value,
    );
  }
}
