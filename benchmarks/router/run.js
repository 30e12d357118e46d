/**
 * Routers alone: `npm run bench -- router [--rounds 5] [--ms 60] [--tables 20,203] [--routers mortise,rou3]`.
 *
 * Every sample is a new process, and the routers alternate within a round; a ratio is relative to the
 * best other router of the same round, and the table shows the median of the rounds; for building the
 * table in a new process, the shortest time. `README.md` contains the output unchanged.
 */
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
const measured = {};
for (const table of chosen.tables) {
  console.error(`measuring ${table} routes ...`);
  measured[table] = await inTurn(routers, rounds, (router) =>
    resultOf(['--expose-gc', program, router, table, String(ms)]),
  );
}
for (const [table, samples] of Object.entries(measured)) print(table, samples);

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
