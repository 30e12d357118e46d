import { ContractViolation } from './contract-violation.js';

/** Which contract a case belongs to: one interface of `@mortise/http-message`, or several of a kind. */
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

/** One rule, ready to be tried on one implementation. */
export interface ConformanceCase {
  readonly contract: Contract;

  /** The rule in words, and in brackets on what it is tried: unique among all cases. */
  readonly name: string;

  /**
   * Tries the rule; every run stands for itself.
   *
   * @throws {ContractViolation} when the rule is broken; an error of the implementation where the
   *   contract allows none is its `cause`. A rule that may wait rejects instead.
   */
  readonly run: () => void | Promise<void>;
}

/** Rules by their words; each is tried on a subject. */
export type Rules<Subject> = Readonly<Record<string, (subject: Subject) => void | Promise<void>>>;

/** Every rule, tried on one subject. */
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

/** Without making a promise of what does not wait. */
function onlyViolations(run: () => void | Promise<void>): void | Promise<void> {
  try {
    return run()?.catch(throwViolation);
  } catch (error) {
    throwViolation(error);
  }
}

function throwViolation(error: unknown): never {
  if (error instanceof ContractViolation) throw error;
  const message = error instanceof Error ? error.message : String(error);
  throw new ContractViolation(`it fails where it must not: ${message}`, { cause: error });
}
