import { brand, CodedError } from '@mortise/base';

/** A problem was created with members that its schema rejects: a server error, not a client error. */
export class InvalidProblemError extends CodedError<'PROBLEM_INVALID'> {
  /**
   * @param problem the problem's `code`
   * @param faults the issues that the schema reports
   */
  constructor(problem: string, faults: readonly string[]) {
    const message = `invalid members of the problem ${problem}: ${faults.join('; ')}; pass members that match its schema`;
    super('PROBLEM_INVALID', message);
  }

  static {
    brand(this, '@mortise/contract/InvalidProblemError');
  }
}
