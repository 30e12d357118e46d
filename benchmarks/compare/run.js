/**
 * Compares the working tree with a commit: in process, and on the wire.
 *
 *     npm run bench -- compare <git ref> [workloads] [--rounds 15] [--wire]
 *
 * The commit is built once, in `.cache/compare/`. Both run the same program (`workloads.js`) on their own
 * packages, in turn, each sample in a new process; the ratio is the time of the working tree divided by that of
 * the commit, below 1 when the working tree is faster. `--wire` compares the contestant `mortise` of both over
 * a socket instead, with the letters of `http`.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../lib/rounds.js';
import { listOf, settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { builtTree } from './built-tree.js';
import { workloads } from './workloads.js';

const CONTESTANT = 'benchmarks/http/contestants/mortise.js';
const root = fileURLToPath(new URL('../..', import.meta.url));
const { rounds, wire, rest } = settingsFrom({ rounds: 15, wire: false });
const [ref, chosen] = rest;
if (ref === undefined) {
  console.error('missing commit: expected `npm run bench -- compare <git ref> [workloads]`');
  process.exit(1);
}
const before = builtTree(root, ref);
if (wire) compareOnTheWire();
else await compareInProcess(chosen === undefined ? Object.keys(workloads) : listOf(chosen));

async function compareInProcess(names) {
  printHead('workload', 'ns', `ns of ${before.commit}`, 'ratio (95 %)');
  for (const name of names) {
    if (!(name in workloads)) throw new Error(`unknown workload ${name}`);
    const sample = (argument) =>
      sampleTask(new URL('workloads.js', import.meta.url), name, { argument });
    const times = [...(await inTurn([root, before.path], rounds, sample)).values()];
    const cells = times.map((own) => (median(own) * 1_000).toFixed(0));
    printRow(`${name}: ${workloads[name].title}`, ...cells, shown(ratioOf(...times)));
  }
}

function compareOnTheWire() {
  const contestants = [before.path, root].map((tree) => `${tree}/${CONTESTANT}`);
  const args = ['--contestants', contestants.join(), '--rounds', String(rounds)];
  const more = chosen === undefined ? [] : [chosen];
  const program = fileURLToPath(new URL('../contests.js', import.meta.url));
  execFileSync(process.execPath, [program, './http/suite.js', ...more, ...args], {
    stdio: 'inherit',
  });
}
