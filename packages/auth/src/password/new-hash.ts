import { randomBytes } from 'node:crypto';
import { accepted, rule } from '@mortise/base/options';
import type { PasswordHash } from './password-hash.js';

/** 16 MiB: with `p = 5`, one of the settings that OWASP recommends. */
export const COST = 16_384;
const MAX_COST = 131_072;

const COSTS = rule<number>(
  (value) =>
    typeof value === 'number' &&
    value > 1 &&
    value <= MAX_COST &&
    Number.isInteger(Math.log2(value)),
  `a power of two from 2 to ${MAX_COST}`,
);

/**
 * Returns the parameters of a new hash, with a random salt and, in place of the key, random bytes.
 *
 * @param path of the cost, for the error message
 * @throws {OptionError} for an invalid cost
 */
export function newHash(cost: number, path: string): PasswordHash {
  accepted(COSTS, cost, path);
  const [salt, key] = [randomBytes(16), randomBytes(32)];
  return { cost, blockSize: 8, parallelization: 5, salt, key };
}
