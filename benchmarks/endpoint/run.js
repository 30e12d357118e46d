/**
 * What an endpoint costs compared with the same checks by hand, and the document of 200 routes:
 * `npm run bench -- endpoint [--rounds 7]`.
 *
 * Each sample is a fresh process, contestants take turns, and ratios are within a round.
 */
import { inTurn, resultOf } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { compareWork } from './routes.js';

const { rounds } = settingsFrom({ rounds: 7 });
const urlOf = (path) => new URL(path, import.meta.url);
await compareWork();

printHead('checks', 'by hand, ns', 'endpoint, ns', 'times by hand');
for (const checks of ['input', 'input and output']) {
  const ways = ['by hand', 'endpoint'].map((way) => `${checks}, ${way}`);
  const taken = await inTurn(ways, rounds, (way) => sampleTask(urlOf('routes.js'), way));
  const [hand, ours] = [...taken.values()];
  const times = [hand, ours].map((own) => Math.round(median(own) * 1_000));
  printRow(checks, ...times, shown(ratioOf(ours, hand)));
}
console.log();
printHead('the document of 200 routes, once', 'until it is there, ms', 'processor time, ms');
const parts = ['whole', 'zod alone', 'the rest alone'];
const program = urlOf('document.js').pathname;
for (const [part, taken] of await inTurn(parts, rounds, (part) => resultOf([program, part]))) {
  printRow(part, ...[0, 1].map((at) => Math.round(median(taken.map((each) => each[at])))));
}
