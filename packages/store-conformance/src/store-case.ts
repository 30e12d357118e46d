import type { StoreInterface } from '@mortise/store';

/** One rule of the contract. */
export interface StoreCase {
  /** The rule, as a sentence. */
  readonly name: string;

  /**
   * Runs the rule.
   *
   * @returns a promise that resolves if the rule holds
   * @throws {ContractViolation} as a rejection, if it does not hold
   */
  readonly run: () => Promise<void>;
}

/** Rules by name. Each runs on a store, with a key that no other case uses. */
export type StoreRules<Subject = StoreInterface> = Readonly<
  Record<string, (subject: Subject, key: string) => Promise<void>>
>;
