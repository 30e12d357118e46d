/**
 * Tests both implementations of the messages, the router, and an application through its adapter on
 * every runtime, with the published builds. On Node, it also loads every entry of every package. On the newest version of
 * Node, it also runs the tests of contexts, agents, traces, Sentry, compression and `npm run dev` of the templates.
 * Prints these rules and one line per runtime; the exit code is 1 if one failed or could not be installed.
 *
 *     node tooling/runtimes/run.js [--built] [name of a runtime ...]
 *
 * `--built` tests the existing build.
 */
import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { buildWorkspace } from '../release/workspace-copy.js';
import { root } from '../setup/packages.js';
import { printedBy } from '../setup/printed.js';
import { checkAnswers } from './check-answers.js';
import { install } from './install.js';
import { runtimes } from './runtimes.js';

process.chdir(root);
/**
 * Tests of what versions of Node do in their own way, above all with contexts, or what Node 20 lacks: zstd, programs with
 * types. `npm test` runs all on this one. Node 22 keeps contexts as Node 20 does; Node 24 without hooks.
 */
const TESTS_OF_NODE = [
  ...['packages/node/test/contexts.long', 'packages/node/test/agents.long'],
  ...['packages/otel/test/golden', 'packages/otel/test/instrumented.long'],
  'tooling/docs/sentry.long',
  ...['packages/compression/src/', 'packages/compression/test/over-socket'],
  ...['tooling/composition/decompression-bombs', 'packages/create-mortise/test/dev-script.long'],
];
const newestNode = runtimes.findLast(({ entry }) => entry === 'node.js');
const { values, positionals } = parseArgs({
  options: { built: { type: 'boolean' } },
  allowPositionals: true,
});
const wanted = runtimes.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
if (wanted.length === 0) throw new Error(`no runtime is named ${positionals.join(' or ')}`);
if (!values.built) buildWorkspace();
for (const runtime of wanted) {
  const problems = await tryOut(runtime);
  const label = `${runtime.name.padEnd(8)} ${runtime.version.padEnd(13)}`;
  console.log(`${label} ${problems.length === 0 ? 'ok' : `FAILED: ${problems.join('; ')}`}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** @returns the problems, as sentences; `[]` if there are none */
async function tryOut(runtime) {
  const bin = install(runtime);
  if (bin === null) return ['could not be installed'];
  const [command, args] = runtime.command(bin, `tooling/runtimes/served/${runtime.entry}`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const onNode = runtime.entry === 'node.js' ? tryNode(bin('node'), runtime === newestNode) : [];
  try {
    const url = `http://127.0.0.1:${await printedBy(child, /listening on (\d+)\s/, 30_000)}`;
    return [...onNode, ...(await checkAnswers(url, runtime.differs))];
  } catch (error) {
    return [error.cause ? `${error.message}: ${error.cause}` : error.message];
  } finally {
    child.kill();
  }
}

/** @returns the problems that concern Node alone, as sentences; the reports of their tests are printed */
function tryNode(node, isNewest) {
  const rules = ['--test', '--test-reporter=spec', 'tooling/runtimes/load-entries.js'];
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  const tests = [...jest, '--maxWorkers=2', '--silent', ...TESTS_OF_NODE];
  return [rules, ...(isNewest ? [tests] : [])].flatMap((args) => {
    const env = { ...process.env, ALL: '1' };
    const { stdout, stderr, status } = spawnSync(node, args, { encoding: 'utf8', env });
    console.log(stdout.trim() + stderr);
    return status === 0 ? [] : ['a rule of Node: see above'];
  });
}
