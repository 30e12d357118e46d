/** The samples of a workload as a table. */
import { median, ratioOf } from './statistics.js';

/** @param {Map<string, object[]>} samples by contestant; the ratios are to the first one */
export function printTable(title, samples) {
  const [base] = samples.values();
  if (base === undefined) return;
  const rows = [...samples].map(([name, own]) => row(name, own, base));
  rows.sort((a, b) => b.order - a.order);
  console.log(`\n### ${title}\n`);
  console.log(
    '| contestant | CPU ratio | 95 % | µs CPU | busy | req/s | p50 ms | p99 ms | peak MiB | failed |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const { cells } of rows) console.log(`| ${cells.join(' | ')} |`);
}

function row(name, own, base) {
  const of = (key) => own.map((sample) => sample[key]);
  const costs = ratioOf(
    base.map(({ cpu }) => cpu),
    of('cpu'),
  );
  const failed = of('failed').reduce((sum, count) => sum + count, 0);
  const cells = [
    name,
    costs.ratio.toFixed(2),
    `${costs.low.toFixed(2)}–${costs.high.toFixed(2)}`,
    median(of('cpu')).toFixed(1),
    median(of('busy')).toFixed(2),
    Math.round(median(of('rate'))),
    (median(of('p50')) / 1000).toFixed(1),
    (median(of('p99')) / 1000).toFixed(1),
    Math.round(median(of('memory'))),
    failed,
  ];
  return { order: costs.ratio, cells };
}
