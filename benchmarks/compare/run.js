/**
 * Compares the working tree with a commit: in process, and on the wire.
 *
 *     npm run bench -- compare <git ref> [workloads] [--rounds 15] [--wire]
 *
 * The commit is built once, in `.cache/compare/`. Both run the same program (`workloads.js`) on their own
 * packages, alternating, each sample in a new process; the ratio is the time of the working tree divided by that of
 * the commit, below 1 when the working tree is faster. `--wire` compares the contestant `mortise` of both over
 * a socket instead, with the letters of `http`.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inTurn } from '../http/in-turn.js';
import { median, ratioOf, shown } from '../http/statistics.js';
import { builtTree } from './built-tree.js';
import { workloads } from './workloads.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '15' },
    wire: { type: 'boolean', default: false },
  },
});
const [ref, chosen] = positionals;
if (ref === undefined) {
  console.error('missing commit: expected `npm run bench -- compare <git ref> [workloads]`');
  process.exit(1);
}
const before = builtTree(root, ref);
if (values.wire) compareOnTheWire();
else await compareInProcess(chosen?.split(',') ?? Object.keys(workloads));

async function compareInProcess(names) {
  console.log(`\n| workload | ns | ns of ${before.commit} | ratio (95 %) |`);
  console.log('|---|--:|--:|--:|');
  for (const name of names) {
    if (!(name in workloads)) throw new Error(`unknown workload ${name}`);
    const taken = await inTurn([root, before.path], values.rounds, (tree) => sample(tree, name));
    const times = [...taken.values()];
    const cells = times.map((own) => median(own).toFixed(0));
    console.log(
      `| ${[`${name}: ${workloads[name].title}`, ...cells, shown(ratioOf(...times))].join(' | ')} |`,
    );
  }
}

function sample(tree, name) {
  const program = fileURLToPath(new URL('sample.js', import.meta.url));
  const flags = ['--expose-gc', '--max-semi-space-size=64'];
  const output = execFileSync(process.execPath, [...flags, program, tree, name], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return Number(output);
}

function compareOnTheWire() {
  const contestant = (tree) => `${tree}/benchmarks/http/contestants/mortise.js`;
  const names = [contestant(before.path), contestant(root)].join();
  const more = chosen === undefined ? [] : ['--workloads', chosen];
  const args = ['--contestants', names, '--rounds', values.rounds, ...more];
  const program = fileURLToPath(new URL('../http/run.js', import.meta.url));
  execFileSync(process.execPath, [program, ...args], { stdio: 'inherit' });
}
