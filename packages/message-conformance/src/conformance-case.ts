import { quote } from '@mortise/base';
import { ContractViolation } from './contract-violation.js';

/** The contract that a case belongs to: one interface from `@mortise/http-message`, or several of one kind. */
export type Contract =
  | 'message'
  | 'request'
  | 'server request'
  | 'response'
  | 'uri'
  | 'stream'
  | 'uploaded file'
  | 'factories'
  | 'creator'
  | 'lifetime'
  | 'temporary storage';

/** One rule, ready to run on one implementation. */
export interface ConformanceCase {
  readonly contract: Contract;

  /** The rule, followed by its subject in parentheses; unique among all cases. */
  readonly name: string;

  /**
   * Runs the rule; runs are independent of each other.
   *
   * @throws {ContractViolation} if the rule is broken; an unexpected error of the implementation is its
   *   `cause`. An asynchronous rule rejects instead.
   */
  readonly run: () => void | Promise<void>;
}

/** Rules by name; each runs on a subject. */
export type Rules<Subject> = Readonly<Record<string, (subject: Subject) => void | Promise<void>>>;

/** Every rule, run on one subject. */
export function casesOf<Subject>(
  contract: Contract,
  rules: Rules<Subject>,
  subject: Subject,
  subjectName?: string,
): ConformanceCase[] {
  return Object.entries(rules).map(([rule, run]) => ({
    contract,
    name: subjectName === undefined ? rule : `${rule} (${subjectName})`,
    run: () => onlyViolations(() => run(subject)),
  }));
}

/** Creates no promise for a synchronous rule. */
function onlyViolations(run: () => void | Promise<void>): void | Promise<void> {
  try {
    return run()?.catch(throwViolation);
  } catch (error) {
    throwViolation(error);
  }
}

function throwViolation(error: unknown): never {
  if (error instanceof ContractViolation) throw error;
  const message = error instanceof Error ? error.message : quote(error);
  throw new ContractViolation(`unexpected error: ${message}`, { cause: error });
}
