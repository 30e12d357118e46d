/**
 * Rehearses releases against a registry on this machine, from a copy of the working tree, and uses the
 * published packages like a user.
 *
 *     npm run rehearse [-- --built]
 *
 * `--built` releases the existing build. Publishes to 127.0.0.1 only. The exit code is 1 when anything is wrong; each problem is a line.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { core } from '../check/import-rules.js';
import { installAlone } from './consumers/alone.js';
import { bundle, bundlers } from './consumers/bundle.js';
import { createProjects } from './consumers/create.js';
import { runJest } from './consumers/jest.js';
import { checkDiskUse } from './consumers/disk-use.js';
import { runLibrary } from './consumers/library.js';
import { installProject } from './consumers/project.js';
import { checkStackTrace } from './consumers/stack-trace.js';
import { checkTypes, typeCheckers } from './consumers/type-check.js';
import { startRegistry } from './local-registry.js';
import { setExampleAddress } from './public-address.js';
import { EXAMPLE_TIMEOUT, firstExample, runExample } from './readme-trial.js';
import { SharedProcess } from '../docs/shared-process.js';
import { releaseProblems } from './release-problems.js';
import { Releases } from './rehearsed-releases.js';
import { twoAtATime } from './two-at-a-time.js';
import { buildWorkspace, copyWorkspace } from './workspace-copy.js';
import { packagesInOrder } from '../setup/packages.js';

/** Packages whose first example needs only the language and the APIs of the web. */
const PURE = [...core, 'fetch'];

const began = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'mortise-rehearsal-'));
const copy = join(scratch, 'copy');
let found = 0;
let registry = null;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(signal));
try {
  await step('manifests and changesets', releaseProblems);
  if (found === 0) await rehearse();
} catch (error) {
  console.error(error.message);
  found++;
} finally {
  cleanUp();
}
console.log(`${packagesInOrder().length} packages, ${found} problems, ${seconds(began)} s`);
process.exitCode = found === 0 ? 0 : 1;

function cleanUp() {
  registry?.stop();
  rmSync(scratch, { recursive: true, force: true });
}

function end(signal) {
  cleanUp();
  console.error(`ended by ${signal}`);
  process.exit(1);
}

async function rehearse() {
  registry = await step('start a registry', () => startRegistry(scratch));
  if (!process.argv.includes('--built')) await step('build', buildWorkspace);
  await step('copy the tree', () => copyWorkspace(copy));
  setExampleAddress(copy);
  const releases = new Releases(copy, registry);
  await step('first release', () => releases.first());
  const all = await step('install all packages', installAll);
  await step('each package alone, and its first example', () => runEach(all));
  await step('types', () => checkExamples(all));
  const project = await step('install mortise', () =>
    installProject(scratch, ['mortise'], registry.env, { type: 'commonjs' }),
  );
  await step('mortise on disk', () => checkDiskUse(project));
  await step('stack traces', () => checkStackTrace(project, registry.env));
  await step('Jest as CommonJS', () => runJest(project, registry.env));
  await step('bundles', () => bundle(packages(PURE), all, registry.env));
  await step('npm create mortise', () => createProjects(scratch, registry.env));
  await step('the example library', () => runLibrary(scratch, registry.env));
  await step('a patch of cors releases cors alone', () =>
    releases.change('@mortise/cors', 'patch', (released) => released.join() === '@mortise/cors'),
  );
  // Nothing installs these: to write and publish nearly every package again would show nothing new.
  await step('a minor of the contracts releases what depends on them', () =>
    releases.plan('@mortise/http-message', 'minor', (released) => released.includes('mortise')),
  );
}

/** Runs one part, and reports the problems that it returns. */
async function step(name, work) {
  const start = performance.now();
  const result = await work();
  console.log(`${name}: ${seconds(start)} s`);
  if (Array.isArray(result)) {
    for (const problem of result) console.error(problem);
    found += result.length;
  }
  return result;
}

function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(0);
}

function packages(folders) {
  return packagesInOrder(copy).filter(({ folder }) => folders.includes(basename(folder)));
}

/** The packages that a program imports; what `npm create` runs is tested separately. */
function libraries() {
  return packagesInOrder().filter(({ name }) => !name.startsWith('create-'));
}

function readmeOf({ folder }) {
  return readFileSync(join(folder, 'README.md'), 'utf8');
}

/**
 * The first example of each README, by the name of its package.
 *
 * @throws {Error} one sentence: a README has no `npm install` line or no example
 */
function examples() {
  return new Map(
    libraries().map((one) => {
      const example = firstExample(readmeOf(one));
      if (typeof example === 'string') throw new Error(`${one.name}: ${example}`);
      return [one.name, example];
    }),
  );
}

/** What all READMEs install, in the versions that npm chooses, with the compilers and the bundlers. */
function installAll() {
  const names = new Set([...examples().values()].flatMap((example) => example.names));
  return installProject(scratch, [...names, ...typeCheckers, ...bundlers], registry.env);
}

/** Runs each first example, in each format, where only the packages of its README are. */
async function runEach(all) {
  const formats = ['esm', 'commonjs'];
  if (process.features.typescript === 'strip') formats.push('typescript');
  const tried = [...examples()];
  const dependencies = tried.map(([, { names }]) =>
    Object.fromEntries(names.map((name) => [name, versionIn(all, name)])),
  );
  const folders = await installAlone(scratch, dependencies, registry.env);
  const problems = await twoAtATime(formats, (format) => runFormat(format, tried, folders));
  return problems.flat();
}

/** One process for a format: what was loaded as an ES module could no longer fail as CommonJS. */
async function runFormat(format, tried, folders) {
  const env = { ...registry.env, PORT: '0', TMPDIR: scratch };
  const shared = new SharedProcess(env, EXAMPLE_TIMEOUT);
  const problems = [];
  for (const [index, [name, example]] of tried.entries()) {
    const problem = await runExample(folders[index], example, env, format, shared);
    if (problem?.startsWith('skipped')) console.log(`  ${name}: ${problem}`);
    else if (problem !== null) problems.push(`${name}: ${problem}`);
  }
  shared.stop();
  return problems;
}

function versionIn(folder, name) {
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

function checkExamples(all) {
  const codes = [...examples()].map(([name, { code }]) => [name, code]);
  return checkTypes(new Map(codes), all, registry.env);
}
