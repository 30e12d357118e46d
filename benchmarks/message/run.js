/**
 * Messages against a mutable object and the platform's own: `pnpm --filter @mortise/benchmarks message
 * [rounds]`.
 *
 * Each sample is a fresh process, contestants take turns, and ratios are within a round. Build first.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, ratioOf } from '../http/statistics.js';
import { operations } from './operations.js';

const rounds = Number(process.argv[2] ?? 5);
const contestants = ['mortise', 'mutable object', 'platform'];
const sampler = fileURLToPath(new URL('sample.js', import.meta.url));
const flags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512', sampler];
const samples = Array.from({ length: rounds }, () =>
  Object.fromEntries(contestants.map((contestant) => [contestant, sample(contestant)])),
);

console.log(`Node ${process.version}, ${rounds} rounds, fresh processes\n`);
console.log(
  '| operation | ns | bytes | mutable object: ns | times ours | platform: ns | times ours |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|');
for (const name of Object.keys(operations)) {
  const own = figures('mortise', name);
  const cells = [middle(own, 'nanoseconds'), middle(own, 'bytes')];
  for (const peer of contestants.slice(1)) cells.push(...compared(figures(peer, name), own));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
console.log(
  `\nThe tenth attribute costs ${against('the tenth attribute', 'the first attribute')} of the first;`,
);
console.log(
  `ten of them on 200 headers cost ${against('the same with 200 headers', 'a request that ten middleware give an attribute')} of ten on 27.`,
);

function sample(contestant) {
  return JSON.parse(execFileSync(process.execPath, [...flags, contestant], { encoding: 'utf8' }));
}

function figures(contestant, name) {
  return samples.map((round) => round[contestant][name]).filter((figure) => figure !== undefined);
}

function middle(list, unit) {
  return Math.round(median(list.map((figure) => figure[unit])));
}

function compared(peer, own) {
  if (peer.length === 0) return ['', ''];
  return [middle(peer, 'nanoseconds'), shown(ratio(peer, own, 'nanoseconds'))];
}

function against(name, base) {
  const [own, other] = [figures('mortise', name), figures('mortise', base)];
  const [time, bytes] = ['nanoseconds', 'bytes'].map((unit) => shown(ratio(own, other, unit)));
  return `${time} times the time and ${bytes} times the memory`;
}

function ratio(list, base, unit) {
  return ratioOf(
    list.map((figure) => figure[unit]),
    base.map((figure) => figure[unit]),
  );
}

function shown({ ratio, low, high }) {
  return `${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}
