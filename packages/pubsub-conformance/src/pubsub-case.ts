import type { PubSubInterface } from '@mortise/pubsub';

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

/** Two buses on one server, as two processes have them; of a bus in memory the same one twice. */
export interface PubSubPair {
  readonly bus: PubSubInterface;
  readonly other: PubSubInterface;
}

/** Rules by name; each runs with a topic that no other case uses. */
export type PubSubRules<Subject = PubSubPair> = Readonly<
  Record<string, (subject: Subject, topic: string) => Promise<void>>
>;

/** A topic that no other case uses, in any process. */
export function freshTopic(): string {
  return `case-${crypto.randomUUID()}`;
}
