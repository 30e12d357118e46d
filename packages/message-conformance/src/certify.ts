import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Capabilities } from './capabilities.js';
import type { ConformanceCase } from './conformance-case.js';
import { conformanceCases } from './conformance-cases.js';
import type { ContractViolation } from './contract-violation.js';

/** A case that an implementation did not pass. */
export interface ConformanceFailure {
  readonly case: ConformanceCase;

  readonly error: ContractViolation;
}

/** The result of running every case. */
export interface ConformanceReport {
  /** Whether every case passed. */
  readonly conforms: boolean;

  /** The number of cases that passed. */
  readonly passed: number;

  /** In the order of the cases; `[]` when all passed. */
  readonly failures: readonly ConformanceFailure[];
}

/**
 * Runs every case on an implementation, one after another. Failures are in the report; nothing is thrown.
 */
export async function certify(
  factories: HttpFactoriesInterface,
  capabilities?: Capabilities,
): Promise<ConformanceReport> {
  const cases = conformanceCases(factories, capabilities);
  const failures: ConformanceFailure[] = [];
  for (const each of cases) {
    try {
      await each.run();
    } catch (error) {
      // A case throws nothing else.
      failures.push({ case: each, error: error as ContractViolation });
    }
  }
  return { conforms: failures.length === 0, passed: cases.length - failures.length, failures };
}
