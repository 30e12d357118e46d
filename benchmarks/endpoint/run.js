/**
 * What an endpoint costs compared with the same checks by hand, and the document of 200 routes:
 * `npm run bench -- endpoint [rounds]`.
 *
 * Each sample is a fresh process, contestants take turns, and ratios are within a round.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../lib/rounds.js';
import { median, ratioOf, shown } from '../lib/statistics.js';

const rounds = Number(process.argv[2] ?? 7);
const sampler = fileURLToPath(new URL('sample.js', import.meta.url));
const ways = ['by hand', 'endpoint'];
const DOCUMENT = new Map([
  ['document', 'whole'],
  ['schemas', 'zod alone'],
  ['document alone', 'the rest alone'],
]);
execFileSync(process.execPath, [sampler, 'same work'], { stdio: 'inherit' });
const figures = await inTurn(names(), rounds, sample);

console.log(`Node ${process.version}, ${rounds} rounds, fresh processes\n`);
console.log('| checks | by hand, ns | endpoint, ns | times by hand |');
console.log('|---|--:|--:|--:|');
for (const checks of ['input', 'input and output']) {
  const [hand, ours] = ways.map((way) => figures.get(`${checks}, ${way}`));
  const cells = [...[hand, ours].map((own) => Math.round(median(own))), shown(ratioOf(ours, hand))];
  console.log(`| ${[checks, ...cells].join(' | ')} |`);
}
console.log('\n| the document of 200 routes, once | until it is there, ms | processor time, ms |');
console.log('|---|--:|--:|');
for (const [name, title] of DOCUMENT) {
  const [waited, used] = [0, 1].map((at) => median(figures.get(name).map((each) => each[at])));
  console.log(`| ${title} | ${Math.round(waited)} | ${Math.round(used)} |`);
}

function names() {
  return ['input', 'input and output']
    .flatMap((checks) => ways.map((way) => `${checks}, ${way}`))
    .concat(...DOCUMENT.keys());
}

function sample(name) {
  const printed = execFileSync(process.execPath, [sampler, name], { encoding: 'utf8' });
  const [figure, ...others] = printed.split(' ').map(Number);
  return others.length === 0 ? figure : [figure, ...others];
}
