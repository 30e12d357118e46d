/** The samples of a contest as a table. */
import { median, placeOf, ratioOf, shown } from './statistics.js';
import { printHead, printRow } from './table.js';

/** Below this share of its core, a server was waiting for other processes, and its figures are invalid. */
const BUSY = 0.9;

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
const milliseconds = (values) => (median(values) / 1000).toFixed(1);

/** What else is known of a sample, where its load tells it: its member, the column, and what is shown of all rounds. */
const COLUMNS = [
  ['cpu', 'µs CPU', (values) => median(values).toFixed(1)],
  ['busy', 'busy', (values) => median(values).toFixed(2)],
  ['rate', 'req/s', (values) => Math.round(median(values))],
  ['p50', 'p50 ms', milliseconds],
  ['p99', 'p99 ms', milliseconds],
  ['memory', 'peak MiB', (values) => Math.round(median(values))],
  ['failed', 'failed', sumOf],
];

/**
 * Prints the CPU time of the first contestant divided by that of each: above 1 is cheaper.
 *
 * @param {Map<string, object[]>} samples by contestant
 * @param {{ title: string, ours: readonly string[] }} contest with the contestants that are compared with the best other
 */
export function printRatios(samples, { title, ours }) {
  const of = (name, key) => samples.get(name).map((sample) => sample[key]);
  const [base] = samples.keys();
  const columns = COLUMNS.filter(([key]) => key in samples.get(base)[0]);
  const costs = [...samples.keys()].map((name) => [
    name,
    ratioOf(of(base, 'cpu'), of(name, 'cpu')),
  ]);
  costs.sort(([, a], [, b]) => b.ratio - a.ratio);
  const best = costs.find(([name]) => !ours.includes(name))?.[1];
  const titles = columns.map(([, column]) => column);
  console.log(`\n### ${title}\n`);
  printHead('contestant', 'CPU ratio (95 %)', 'compared with the best other', ...titles);
  for (const [name, cost] of costs) {
    const busy = Math.min(median(of(name, 'busy')), median(of(base, 'busy')));
    const place = ours.includes(name) && best !== undefined ? placeOf(cost, best) : '';
    const figures = columns.map(([key, , show]) => show(of(name, key)));
    printRow(name, shown(cost), busy < BUSY ? 'no result' : place, ...figures);
  }
}

/** Prints rows of microseconds, with the CPU time of each contestant divided by that of the first: below 1 is cheaper. */
export function printCosts(samples, { title }) {
  const cpu = (name) => samples.get(name).map((sample) => sample.cpu);
  const [base] = samples.keys();
  for (const name of samples.keys())
    printRow(title, name, median(cpu(name)).toFixed(1), shown(ratioOf(cpu(name), cpu(base))));
}
