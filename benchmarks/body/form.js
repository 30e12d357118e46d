/**
 * URL-encoded forms against other parsers: `npm run bench -- form [rounds]`.
 *
 * Each sample is a new process, parsers alternate, and ratios are within a round. Only `qs` reads nested
 * names as browsers send them, `picoquery` those with unescaped brackets; the others return flat names and
 * so do less work. Build first.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../http/in-turn.js';
import { median } from '../http/statistics.js';
import { forms } from './forms.js';

const rounds = Number(process.argv[2] ?? 5);
const peers = ['qs', 'picoquery', 'fast-querystring', 'node:querystring'];
const sampler = fileURLToPath(new URL('form-sample.js', import.meta.url));
const samples = await inTurn(['mortise', ...peers], rounds, sample);

console.log(
  `Node ${process.version}, ${rounds} rounds: microseconds, and how many times a peer's that is\n`,
);
console.log(`| form | mortise | ${peers.join(' | ')} |`);
console.log(`|---|--:|${'--:|'.repeat(peers.length)}`);
for (const form of Object.keys(forms)) {
  const own = samples.get('mortise').map((sample) => sample[form]);
  const ratios = peers.map((peer) =>
    samples.get(peer).map((sample, round) => sample[form] / own[round]),
  );
  console.log(
    `| ${form} | ${(median(own) / 1000).toFixed(1)} | ${ratios.map(shown).join(' | ')} |`,
  );
}

function sample(parser) {
  return JSON.parse(execFileSync(process.execPath, [sampler, parser, '150'], { encoding: 'utf8' }));
}

function shown(ratios) {
  const spread = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  return `${median(ratios).toFixed(2)} (${spread.join('-')})`;
}
