/**
 * How the cost of a request grows with the number of routes, middleware, headers and fields of a form, in process.
 *
 *     npm run bench -- scale [--rounds 7]
 *
 * Prints nanoseconds for each size, the cost of one more, and whether that cost grows: the slope of the upper half
 * divided by that of the lower half. Above 1.5 it is not linear. Sizes take turns; each figure is the shortest.
 */
import { inTurn } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { tasks } from './growing.js';

const SIZES = [8, 64, 512];
const LINEAR = 1.5;
const { rounds } = settingsFrom({ rounds: 7 });
const program = new URL('growing.js', import.meta.url);

printHead('one more', 'ns at 8', '64', '512', 'ns for one more', 'slopes, upper ÷ lower', '');
for (const name of Object.keys(tasks)) {
  const taken = await inTurn(SIZES, rounds, (argument) => sampleTask(program, name, { argument }));
  const times = [...taken.values()].map((own) => Math.min(...own) * 1_000);
  const slope = (from, to) => (times[to] - times[from]) / (SIZES[to] - SIZES[from]);
  // A slope below 1 ns is noise.
  const growth = Math.max(slope(1, 2), 1) / Math.max(slope(0, 1), 1);
  const figures = [...times.map((time) => time.toFixed(0)), slope(0, 2).toFixed(1)];
  printRow(name, ...figures, growth.toFixed(2), growth > LINEAR ? 'not linear' : '');
}
