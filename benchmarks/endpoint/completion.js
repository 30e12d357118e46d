/**
 * The time until an editor shows completions after an edit, in a file that calls a client of 200 operations in ten
 * groups, with the same schemas: `npm run bench -- endpoint:completion [rounds]`.
 *
 * Each sample is a fresh process with TypeScript's language service, contestants take turns, and ratios are within a
 * round. Processor time, since a busy machine does not lengthen it.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, ratioOf } from '../http/statistics.js';

const rounds = Number(process.argv[2] ?? 5);
const sampler = fileURLToPath(new URL('completion-sample.js', import.meta.url));
const samples = Array.from({ length: rounds }, () => ({
  ours: sample('ours'),
  orpc: sample('orpc'),
}));

console.log(`Node ${process.version}, ${rounds} rounds, fresh processes\n`);
console.log('| completion of | ours, ms | oRPC, ms | times oRPC |');
console.log('|---|--:|--:|--:|');
for (const place of Object.keys(samples[0].ours)) {
  const [ours, theirs] = ['ours', 'orpc'].map((name) => samples.map((round) => round[name][place]));
  const { ratio, low, high } = ratioOf(ours, theirs);
  const shown = `${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
  console.log(
    `| ${place} | ${Math.round(median(ours))} | ${Math.round(median(theirs))} | ${shown} |`,
  );
}

function sample(contestant) {
  return JSON.parse(execFileSync(process.execPath, [sampler, contestant], { encoding: 'utf8' }));
}
