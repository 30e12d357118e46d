import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { Capabilities } from './capabilities.js';
import type { ConformanceCase } from './conformance-case.js';
import { conformanceCases } from './conformance-cases.js';
import type { ContractViolation } from './contract-violation.js';

/** A case that an implementation failed. */
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

  /** The failed cases, in order; `[]` if all passed. */
  readonly failures: readonly ConformanceFailure[];
}

/** Runs every case on an implementation, one after another. Never rejects: failures are in the report. */
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
      // A case throws no other error.
      failures.push({ case: each, error: error as ContractViolation });
    }
  }
  return { conforms: failures.length === 0, passed: cases.length - failures.length, failures };
}
