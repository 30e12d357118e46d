/**
 * Messages against a mutable object and the platform's own: `npm run bench -- message [--rounds 5] [--seconds 0.1]`.
 *
 * Each sample is a fresh process, contestants take turns, and ratios are within a round.
 */
import { inTurn } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { operations, tasks } from './operations.js';

const { rounds, seconds } = settingsFrom({ rounds: 5, seconds: 0.1 });
const program = new URL('operations.js', import.meta.url);
const samples = await inTurn(Object.keys(tasks), rounds, async (name) => ({
  time: (await sampleTask(program, name, { seconds })) * 1_000,
  bytes: await sampleTask(program, name, { of: 'bytes' }),
}));
const peers = ['mutable object', 'platform'];

printHead('operation', 'ns', 'bytes', ...peers.flatMap((peer) => [`${peer}: ns`, 'times ours']));
for (const name of Object.keys(operations)) {
  const own = [middle('time', `${name}, mortise`), middle('bytes', `${name}, mortise`)];
  printRow(name, ...own, ...peers.flatMap((peer) => compared(name, peer)));
}
console.log(`
The tenth attribute costs ${against('the tenth attribute', 'the first attribute')} of the first;
ten on 200 headers cost ${against('ten attributes on 200 headers', 'ten attributes on 27 headers')} of ten on 27.`);

function figures(unit, name) {
  return samples.get(name).map((sample) => sample[unit]);
}

function middle(unit, name) {
  return Math.round(median(figures(unit, name)));
}

function compared(name, peer) {
  const theirs = `${name}, ${peer}`;
  if (!samples.has(theirs)) return ['', ''];
  const ratio = ratioOf(figures('time', theirs), figures('time', `${name}, mortise`));
  return [middle('time', theirs), shown(ratio)];
}

function against(name, base) {
  const [time, bytes] = ['time', 'bytes'].map((unit) =>
    shown(ratioOf(figures(unit, `${name}, mortise`), figures(unit, `${base}, mortise`))),
  );
  return `${time} times the time and ${bytes} times the memory`;
}
