/**
 * Compares the working tree with a commit, in process.
 *
 *     npm run bench -- compare <git ref> [workloads] [--rounds 15]
 *
 * The commit is built once, in `.cache/compare/`. Both run the same program (`tasks.js`) on their own
 * packages, in turn, each sample in a new process; the ratio is the time of the working tree divided by that of
 * the commit, below 1 when the working tree is faster.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn } from '../lib/rounds.js';
import { listOf, settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { root, workloads } from './tasks.js';

const { rounds, rest } = settingsFrom({ rounds: 15 });
const [ref, chosen] = rest;
if (ref === undefined) {
  console.error('missing commit: expected `npm run bench -- compare <git ref> [workloads]`');
  process.exit(1);
}
const before = builtTree(ref);
const program = new URL('tasks.js', import.meta.url);
printHead('workload', 'ns', `ns of ${before.commit}`, 'ratio (95 %)');
for (const name of chosen === undefined ? Object.keys(workloads) : listOf(chosen)) {
  if (!(name in workloads)) throw new Error(`unknown workload ${name}`);
  const sample = (tree) => sampleTask(program, name, { argument: { tree } });
  const times = [...(await inTurn([root, before.path], rounds, sample)).values()];
  const cells = times.map((own) => (median(own) * 1_000).toFixed(0));
  printRow(`${name}: ${workloads[name].title}`, ...cells, shown(ratioOf(...times)));
}

/** @returns the short name of a commit, and the folder in which it is checked out and built beside the working tree */
function builtTree(ref) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short=10', `${ref}^{commit}`);
  const path = join(root, '.cache', 'compare', commit);
  const done = join(path, '.cache', 'built');
  if (existsSync(done)) return { commit, path };
  if (!existsSync(path)) {
    git('clone', '--quiet', '--shared', '--no-checkout', root, path);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: path });
  }
  console.error(`Building ${commit} ...`);
  const stdio = ['ignore', 'ignore', 'inherit'];
  execFileSync('npm', ['run', 'build'], { cwd: path, stdio });
  mkdirSync(join(path, '.cache'), { recursive: true });
  writeFileSync(done, '');
  return { commit, path };
}
