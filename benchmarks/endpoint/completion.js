/**
 * The time until an editor shows completions after an edit, in a file that calls a client of 200 operations in ten
 * groups, with the same schemas: `npm run bench -- endpoint:completion [rounds]`.
 *
 * Each sample is a fresh process with TypeScript's language service, contestants take turns, and ratios are within a
 * round. Processor time, since a busy machine does not lengthen it.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../lib/rounds.js';
import { median, ratioOf, shown } from '../lib/statistics.js';

const rounds = Number(process.argv[2] ?? 5);
const sampler = fileURLToPath(new URL('completion-sample.js', import.meta.url));
const samples = await inTurn(['ours', 'orpc'], rounds, sample);

console.log(`Node ${process.version}, ${rounds} rounds, fresh processes\n`);
console.log('| completion of | ours, ms | oRPC, ms | times oRPC |');
console.log('|---|--:|--:|--:|');
for (const place of Object.keys(samples.get('ours')[0])) {
  const times = [...samples.values()].map((own) => own.map((sample) => sample[place]));
  const cells = [...times.map((own) => Math.round(median(own))), shown(ratioOf(...times))];
  console.log(`| ${[place, ...cells].join(' | ')} |`);
}

function sample(contestant) {
  return JSON.parse(execFileSync(process.execPath, [sampler, contestant], { encoding: 'utf8' }));
}
