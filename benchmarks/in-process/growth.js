/**
 * How the cost of a request grows with the number of routes, layers, headers and fields of a form, in process.
 *
 *     npm run bench -- scale [--rounds 7]
 *
 * Prints nanoseconds for each size, the cost of one more, and whether that cost grows: the slope of the last step
 * divided by that of the first. Above 1.5 it is not linear. Sizes take turns; each figure is the shortest.
 */
import { inTurn } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { growing } from './tasks.js';

const LINEAR = 1.5;
const { rounds } = settingsFrom({ rounds: 7 });
const program = new URL('tasks.js', import.meta.url);

printHead('number of', 'sizes', 'ns at each', 'ns for one more', 'slopes, last ÷ first', '');
for (const [name, { sizes: own }] of Object.entries(growing)) {
  const taken = await inTurn(own, rounds, (size) => sampleTask(program, name, { argument: size }));
  const times = [...taken.values()].map((samples) => Math.min(...samples) * 1_000);
  const last = own.length - 1;
  const slope = (from, to) => (times[to] - times[from]) / (own[to] - own[from]);
  // A slope below 1 ns is noise.
  const growth = Math.max(slope(last - 1, last), 1) / Math.max(slope(0, 1), 1);
  const figures = [own, times.map((time) => time.toFixed(0))].map((each) => each.join(', '));
  const place = growth > LINEAR ? 'not linear' : '';
  printRow(name, ...figures, slope(0, last).toFixed(1), growth.toFixed(2), place);
}
