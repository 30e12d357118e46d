import { brand, CodedError } from '@mortise/base';

/** A problem that was made with members that its schema refuses: a mistake of the server, not of the client. */
export class InvalidProblemError extends CodedError<'PROBLEM_INVALID'> {
  /**
   * @param problem the `code` of its kind
   * @param faults what the schema says
   */
  constructor(problem: string, faults: readonly string[]) {
    const message = `invalid members of the problem ${problem}: ${faults.join('; ')}; pass what its schema accepts`;
    super('PROBLEM_INVALID', message);
  }

  static {
    brand(this, '@mortise/contract/InvalidProblemError');
  }
}
