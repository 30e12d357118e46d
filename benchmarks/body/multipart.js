/**
 * Multipart forms against busboy alone: `npm run bench -- multipart [rounds]`.
 *
 * CPU time; each sample is a fresh process, the ways take turns, ratios are within a round. Build first.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forms } from './multipart-forms.js';

const rounds = Number(process.argv[2] ?? 5);
const sampler = fileURLToPath(new URL('multipart-sample.js', import.meta.url));

console.log(
  `Node ${process.version}, ${rounds} rounds: milliseconds of CPU, and busboy's divided by ours\n`,
);
console.log('| form | discarded | busboy | to disk | busboy |\n|---|--:|--:|--:|--:|');
const samples = Array.from({ length: rounds }, () =>
  Object.fromEntries(
    ['mortise, discarded', 'busboy, discarded', 'mortise, to disk', 'busboy, to disk'].map(
      (way) => [
        way,
        JSON.parse(execFileSync(process.execPath, [sampler, way], { encoding: 'utf8' })),
      ],
    ),
  ),
);
for (const form of Object.keys(forms)) {
  const cells = ['discarded', 'to disk'].flatMap((end) => {
    const own = samples.map((round) => round[`mortise, ${end}`][form]);
    return [
      middle(own).toFixed(3),
      ratio(
        own,
        samples.map((round) => round[`busboy, ${end}`][form]),
      ),
    ];
  });
  console.log(`| ${form} | ${cells.join(' | ')} |`);
}

function ratio(own, peer) {
  const ratios = own.map((time, round) => peer[round] / time);
  return `${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
