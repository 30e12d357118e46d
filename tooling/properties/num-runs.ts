/**
 * Returns how often a property is run: `usual` times, or in proportion to `FC_NUM_RUNS`, which is 1000 by default:
 * `FC_NUM_RUNS=10000` runs every property ten times as often.
 */
export function numRuns(usual = 1000): number {
  const factor = Number(process.env['FC_NUM_RUNS'] ?? 1000) / 1000;
  return Math.max(1, Math.round(usual * factor));
}
