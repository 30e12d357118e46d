import type { PubSubInterface } from '@mortise/pubsub';
import { ContractViolation } from './contract-violation.js';

/** One rule of the contract. */
export interface PubSubCase {
  /** The rule, as a sentence. */
  readonly name: string;

  /**
   * Runs the rule.
   *
   * @returns settles when the rule holds
   * @throws {ContractViolation} as a rejection, if it does not
   */
  readonly run: () => Promise<void>;
}

/** Two buses on one server, as two processes have them; an in-memory bus is used twice. */
export interface PubSubPair {
  /** The bus that a case mostly publishes with; in {@link pubSubFaultCases} the one whose server fails. */
  readonly bus: PubSubInterface;

  /** The other process's bus. */
  readonly other: PubSubInterface;
}

/** Rules by name; each runs with a topic that no other case uses. */
export type PubSubRules<Subject = PubSubPair> = Readonly<
  Record<string, (subject: Subject, topic: string) => Promise<void>>
>;

/** Returns a case for each rule. @param close called after each case, even if its rule does not hold */
export function casesOf<Subject>(
  rules: PubSubRules<Subject>,
  create: () => Subject | Promise<Subject>,
  close: (subject: Subject) => Promise<void>,
): readonly PubSubCase[] {
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    run: async () => {
      const subject = await create();
      const [ruled] = await Promise.allSettled([rule(subject, `case-${crypto.randomUUID()}`)]);
      const [closed] = await Promise.allSettled([close(subject)]);
      // The first error says why: that of "close" often follows from it.
      if (ruled.status === 'rejected') throw violationOf(ruled.reason);
      if (closed.status === 'rejected') throw violationOf(closed.reason);
    },
  }));
}

function violationOf(error: unknown): ContractViolation {
  if (error instanceof ContractViolation) return error;
  const sentence = 'the bus failed where the contract allows no error';
  return new ContractViolation(sentence, { cause: error });
}
