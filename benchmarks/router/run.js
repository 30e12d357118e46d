/**
 * Routers alone: `npm run bench -- router [--rounds 5] [--ms 60] [--tables 20,203] [--routers mortise,rou3]`.
 *
 * Every sample is a new process, and the routers alternate within a round; a ratio is relative to the
 * best other router of the same round, and the table shows the median of the rounds; for building the
 * table in a new process, the shortest time. `README.md` contains the output unchanged, from
 * the date on.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { inTurn, resultOf } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { contestants } from './contestants.js';
import { tables } from './tables.js';

const { rounds, ms, ...chosen } = settingsFrom({
  ...{ rounds: 5, ms: 60, tables: Object.keys(tables), routers: Object.keys(contestants) },
});
const { routers } = chosen;
const KINDS = ['static', 'parameter', 'last', 'mixed', 'miss', 'wrong method'];
const program = new URL('sample.js', import.meta.url).pathname;
const loads = [loadavg()[0]];
const measured = {};
for (const table of chosen.tables) {
  console.error(`measuring ${table} routes ...`);
  measured[table] = await inTurn(routers, rounds, (router) =>
    resultOf(['--expose-gc', program, router, table, String(ms)]),
  );
  loads.push(loadavg()[0]);
}
printConditions();
for (const [table, samples] of Object.entries(measured)) print(table, samples);
printGrowth(measured);

function printConditions() {
  const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
  const machine = `${availableParallelism()} cores of ${cpus()[0].model.replace(/\((R|TM)\)/g, '')}`;
  const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
  const versions = Object.keys(contestants)
    .map((name) => name.split(' ')[0])
    .filter((name) => /^\d/.test(dependencies[name]))
    .map((name) => `${name} ${dependencies[name]}`);
  console.log(`${date}, Node ${process.versions.node}, ${machine}, ${load}, ${rounds} rounds;`);
  console.log(`${versions.join(', ')}.`);
}

/** The cost of the largest table relative to the smallest. */
function printGrowth(measured) {
  const sizes = Object.keys(measured);
  if (sizes.length < 2) return;
  const of = (size, kind) => median(measured[size].get(routers[0]).map((sample) => sample[kind]));
  const times = (kind) => (of(sizes.at(-1), kind) / of(sizes[0], kind)).toFixed(1);
  console.log(
    `\n${routers[0]}: ${sizes.at(-1)} routes cost ${times('mixed')} times as much as ${sizes[0]} on mixed requests, ${times('parameter')} with arguments, ${times('static')} without.`,
  );
}

function print(table, samples) {
  console.log(`\n### ${table} routes\n`);
  printHead('router', ...KINDS, 'build ms', 'heap KiB', 'wrong');
  for (const router of routers) {
    const of = (key) => samples.get(router).map((sample) => sample[key]);
    const cells = KINDS.map(
      (kind) => `${median(of(kind)).toFixed(0)} (${ratio(samples, router, kind)})`,
    );
    const rest = [
      Math.min(...of('build')).toFixed(1),
      median(of('heap')).toFixed(0),
      median(of('wrong')) || '',
    ];
    printRow(router, ...cells, ...rest);
  }
}

/** The time relative to the best other router, in the median round. */
function ratio(samples, router, kind) {
  const ratios = samples.get(router).map((own, round) => {
    const others = routers
      .filter((other) => other !== router)
      .map((other) => samples.get(other)[round]);
    const right = others.filter(({ wrong }) => wrong === 0);
    return own[kind] / Math.min(...right.map((other) => other[kind]));
  });
  return median(ratios).toFixed(2);
}
