/**
 * Messages against a mutable object and the platform's own: `npm run bench -- message
 * [rounds]`.
 *
 * Each sample is a fresh process, contestants take turns, and ratios are within a round. Build first.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../http/in-turn.js';
import { median, ratioOf, shown } from '../http/statistics.js';
import { operations } from './operations.js';

const rounds = Number(process.argv[2] ?? 5);
const contestants = ['mortise', 'mutable object', 'platform'];
const sampler = fileURLToPath(new URL('sample.js', import.meta.url));
const neverCollect = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
const samples = await inTurn(contestants, rounds, (name) => ({
  time: sample(name, 'time', []),
  memory: sample(name, 'memory', neverCollect),
}));

console.log(`Node ${process.version}, ${rounds} rounds, fresh processes\n`);
console.log(
  '| operation | ns | bytes | mutable object: ns | times ours | platform: ns | times ours |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|');
for (const name of Object.keys(operations)) {
  const cells = [middle('time', 'mortise', name), middle('memory', 'mortise', name)];
  for (const peer of contestants.slice(1)) cells.push(...compared(peer, name));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
console.log(`
The tenth attribute costs ${against('the tenth attribute', 'the first attribute')} of the first;
ten on 200 headers cost ${against('ten attributes on 200 headers', 'ten attributes on 27 headers')} of ten on 27.`);

function sample(contestant, unit, flags) {
  const command = [...flags, sampler, contestant, unit];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }));
}

/** One figure for each round; empty if the contestant does not have the operation. */
function figures(unit, contestant, name) {
  const all = samples.get(contestant).map((sample) => sample[unit][name]);
  return all.includes(undefined) ? [] : all;
}

function middle(unit, contestant, name) {
  return Math.round(median(figures(unit, contestant, name)));
}

function compared(peer, name) {
  const own = figures('time', 'mortise', name);
  const theirs = figures('time', peer, name);
  return theirs.length === 0 ? ['', ''] : [middle('time', peer, name), shown(ratioOf(theirs, own))];
}

function against(name, base) {
  const [time, bytes] = ['time', 'memory'].map((unit) =>
    shown(ratioOf(figures(unit, 'mortise', name), figures(unit, 'mortise', base))),
  );
  return `${time} times the time and ${bytes} times the memory`;
}
