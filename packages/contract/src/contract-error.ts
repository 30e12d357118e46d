import { describeValue } from '@mortise/base';

/**
 * What is wrong with a description.
 *
 * - `OPTION_INVALID`: a value that a description cannot have, or an unknown name
 * - `PROBLEM_INVALID`: a problem was made with members that its schema refuses
 */
export type ContractErrorCode = 'OPTION_INVALID' | 'PROBLEM_INVALID';

const BRAND = Symbol.for('@mortise/contract/ContractError');

/** A mistake in a description or in a problem: the developer's, never the client's. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code: ContractErrorCode;

  /** The path of the option, `maxBytes`; `null` for a problem. */
  readonly option: string | null;

  /** The value at fault, as given. */
  readonly value: unknown;
  readonly [BRAND] = true;

  private constructor(
    code: ContractErrorCode,
    option: string | null,
    value: unknown,
    message: string,
  ) {
    super(message);
    this.code = code;
    this.option = option;
    this.value = value;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** @param expected what to write instead */
  static option(option: string, value: unknown, expected: string): ContractError {
    const message = `invalid ${option}: received ${describeValue(value)}; expected ${expected}`;
    return new ContractError('OPTION_INVALID', option, value, message);
  }

  static unknownOption(option: string, value: unknown, known: readonly string[]): ContractError {
    const message = `unknown option ${option}; expected one of ${known.join(', ')}`;
    return new ContractError('OPTION_INVALID', option, value, message);
  }

  static problem(code: string, value: unknown, issues: readonly string[]): ContractError {
    const message = `invalid members of the problem ${code}: ${issues.join('; ')}; pass what its schema accepts`;
    return new ContractError('PROBLEM_INVALID', null, value, message);
  }
}
