/**
 * Small bodies through body parsing, against busboy alone, and a nested query against the same text as a form:
 * `npm run bench -- small-bodies [rounds]`.
 *
 * Each sample is the CPU time of a new process; both sides alternate, and an interval is that of the rounds. Ours
 * includes the request, its parsed copy and the uploads; busboy alone collects names and values.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../http/in-turn.js';
import { median, ratioOf, shown } from '../http/statistics.js';

const rounds = Number(process.argv[2] ?? 7);
const program = fileURLToPath(new URL('small-body-sample.js', import.meta.url));
const pairs = [
  ['form of 300 bytes', 'form', 'form, busboy'],
  ['multipart form of 3 fields', 'multipart', 'multipart, busboy'],
  ['nested query, beside the same text as a form', 'query', 'query as a form'],
];

console.log('| body | µs | beside, µs | ratio (95 %) |');
console.log('|---|--:|--:|--:|');
for (const [title, ...tasks] of pairs) {
  const times = [...(await inTurn(tasks, rounds, sample)).values()];
  const cells = [...times.map((own) => median(own).toFixed(1)), shown(ratioOf(...times))];
  console.log(`| ${[title, ...cells].join(' | ')} |`);
}

function sample(task) {
  return Number(execFileSync(process.execPath, [program, task], { encoding: 'utf8' }));
}
