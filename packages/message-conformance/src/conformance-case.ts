import { quote } from '@mortise/base';
import { ContractViolation } from './contract-violation.js';

/** The contract that a case belongs to: one interface of `@mortise/http-message`, or several of one kind. */
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

  /** The rule, followed by its subject in parentheses if there are several; unique among all cases. */
  readonly name: string;

  /**
   * Runs the rule. Runs are independent of each other.
   *
   * @throws {ContractViolation} if the implementation violates the rule; `cause` is the implementation's error, if
   *   there is one. An asynchronous rule rejects instead
   */
  readonly run: () => void | Promise<void>;
}

/** Rules by name. Each runs on a subject. */
export type Rules<Subject> = Readonly<Record<string, (subject: Subject) => void | Promise<void>>>;

/** Returns a case for each rule, run on one subject. */
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

/** Turns other errors into violations. Creates no promise for a synchronous rule. */
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
