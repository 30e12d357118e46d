/** The samples of a workload as a table. */
import { median, ratioOf, shown } from './statistics.js';

/** Below this share of its core, a server was waiting for other processes, and its figures are invalid. */
const BUSY = 0.9;

/**
 * @param {Map<string, object[]>} samples by contestant; the ratios are to the first one
 * @param {readonly string[]} ours contestants that are compared with the best of the others
 */
export function printTable(title, samples, ours) {
  const [base] = samples.values();
  if (base === undefined) return;
  const cpu = (own) => own.map((sample) => sample.cpu);
  const costs = [...samples].map(([name, own]) => [name, ratioOf(cpu(base), cpu(own))]);
  costs.sort(([, a], [, b]) => b.ratio - a.ratio);
  const best = costs.find(([name]) => !ours.includes(name))?.[1];
  console.log(`\n### ${title}\n`);
  console.log(
    '| contestant | CPU ratio (95 %) | compared with the best other | µs CPU | busy | req/s | p50 ms | p99 ms | peak MiB | failed |',
  );
  console.log('|---|--:|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const [name, cost] of costs) {
    const own = samples.get(name);
    const place = ours.includes(name) && best !== undefined ? placeOf(cost, best) : '';
    const isResult = Math.min(busyOf(own), busyOf(base)) >= BUSY;
    console.log(`| ${cells(name, cost, isResult ? place : 'no result', own).join(' | ')} |`);
  }
}

function busyOf(own) {
  return median(own.map(({ busy }) => busy));
}

/** Level unless the intervals are disjoint. */
function placeOf(own, best) {
  if (own.low > best.high) return 'ahead';
  return own.high < best.low ? 'behind' : 'level';
}

function cells(name, costs, place, own) {
  const of = (key) => own.map((sample) => sample[key]);
  const failed = of('failed').reduce((sum, count) => sum + count, 0);
  return [
    name,
    shown(costs),
    place,
    median(of('cpu')).toFixed(1),
    busyOf(own).toFixed(2),
    Math.round(median(of('rate'))),
    (median(of('p50')) / 1000).toFixed(1),
    (median(of('p99')) / 1000).toFixed(1),
    Math.round(median(of('memory'))),
    failed,
  ];
}
