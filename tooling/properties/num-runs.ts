import fc from 'fast-check';

// .ci/run derives the seed from the git tree, so that a repeated run of a commit gets the same draws, and the next commit others.
const seed = process.env['FC_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/**
 * Returns how often a property is run: `usual` times if `FC_NUM_RUNS` is 1000, and in proportion to it otherwise, but at
 * least once. It is 300 in CI and 100 by default.
 */
export function numRuns(usual = 1000): number {
  const factor = Number(process.env['FC_NUM_RUNS'] ?? 100) / 1000;
  return Math.max(1, Math.round(usual * factor));
}
