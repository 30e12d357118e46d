/**
 * Rehearses releases against a registry on this machine: three of them from a clone, each package installed alone as
 * its README says, and the changelogs.
 *
 *     npm run rehearse
 *
 * Publishes to 127.0.0.1 only: the environment of every command names that registry, and the rehearsal refuses to
 * begin when a manifest names another.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from './local-registry.js';
import { tryReadme } from './readme-trial.js';
import { packagesInOrder, root } from './workspace-packages.js';

const scratch = mkdtempSync(join(tmpdir(), 'mortise-rehearsal-'));
const clone = join(scratch, 'clone');
let registry = null;
const problems = [];
try {
  refuseOtherRegistries();
  registry = await step('start a registry', () => startRegistry(scratch));
  await step('clone and build', cloneAndBuild);
  await step('first release', () => release());
  const first = versions();
  await step('install each package alone, and run its first example', installEach);
  await step('swap the implementation of the messages', swapMessages);
  await step('a patch of the router releases the router alone', () => {
    addChangeset('router', 'patch');
    release();
    expectReleased(first, versions(), ['@mortise/router']);
  });
  const second = versions();
  await step('a minor of the contracts releases what depends on them', () => {
    addChangeset('http-message', 'minor');
    release();
    const released = changed(second, versions());
    if (!released.includes('mortise'))
      problems.push('a minor of http-message did not release mortise');
  });
  await step('changelogs', checkChangelogs);
} catch (error) {
  problems.push(error.message);
} finally {
  registry?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${packagesInOrder().length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function step(name, work) {
  const began = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

function refuseOtherRegistries() {
  for (const { name, manifest } of packagesInOrder()) {
    const { registry: named, provenance } = manifest.publishConfig ?? {};
    if (named !== undefined || provenance !== undefined) {
      throw new Error(
        `${name}: publishConfig names a registry or provenance, which would win over the rehearsal's`,
      );
    }
  }
}

function cloneAndBuild() {
  execFileSync('git', ['clone', '--quiet', '--shared', root, clone]);
  for (const [key, value] of [
    ['user.name', 'Rehearsal'],
    ['user.email', 'rehearsal@localhost'],
  ]) {
    execFileSync('git', ['config', key, value], { cwd: clone });
  }
  build();
}

/** With the registry of the machine: dependencies come from there, and turbo's cache is the clone's own. */
function build() {
  inClone(process.execPath, ['tooling/setup/run.js', 'build'], process.env);
}

/** Writes versions and changelogs, builds, publishes. Every changeset of the clone goes into it. */
function release() {
  changeset('version');
  // The lock file follows the manifests.
  inClone('git', ['add', '--all']);
  inClone('git', ['commit', '--quiet', '--message', 'Version packages']);
  build();
  if (!registry.url.startsWith('http://127.0.0.1:'))
    throw new Error('the registry is not on this machine');
  changeset('publish');
}

function changeset(command) {
  inClone(process.execPath, ['node_modules/@changesets/cli/bin.js', command]);
}

function addChangeset(directory, kind) {
  const name = `@mortise/${directory}`;
  const text = `---\n"${name}": ${kind}\n---\n\nA rehearsed ${kind}.\n`;
  writeFileSync(join(clone, '.changeset', `rehearsed-${kind}.md`), text);
}

/** The versions in the manifests of the clone. */
function versions() {
  return new Map(
    packagesInOrder().map(({ name, folder }) => {
      const path = join(clone, folder.slice(root.length), 'package.json');
      return [name, JSON.parse(readFileSync(path, 'utf8')).version];
    }),
  );
}

function changed(before, after) {
  return [...after].filter(([name, version]) => before.get(name) !== version).map(([name]) => name);
}

function expectReleased(before, after, wanted) {
  const released = changed(before, after).join();
  if (released !== wanted.join()) problems.push(`released ${released}, not ${wanted.join()}`);
}

function installEach() {
  for (const { name, folder } of packagesInOrder()) {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const problem = tryReadme(readme, { scratch, env: registry.env });
    if (problem !== null && !problem.startsWith('skipped')) problems.push(`${name}: ${problem}`);
  }
}

/** One line of an installed application names the implementation. */
function swapMessages() {
  const app = (implementation) => `npm install @mortise/app ${implementation}

\`\`\`ts
import { createApp, text } from '@mortise/app';
import { factories } from '${implementation}';

const app = createApp({ factories });
app.get('/', (_request, response) => text(response, 'hello'));
const request = factories.createServerRequest('GET', 'http://localhost/');
console.log(await (await app.handle(request)).getBody().text());
\`\`\`

\`\`\`text
hello
\`\`\`
`;
  for (const implementation of ['@mortise/message', '@mortise/message-plain']) {
    const problem = tryReadme(app(implementation), { scratch, env: registry.env });
    if (problem !== null) problems.push(`${implementation} in an application: ${problem}`);
  }
}

function checkChangelogs() {
  const router = join(clone, 'packages/router/CHANGELOG.md');
  if (!readFileSync(router, 'utf8').includes('A rehearsed patch.')) {
    problems.push('the changelog of the router does not say what changed');
  }
}

/** @throws {Error} that names the command, with what it printed */
function inClone(command, args, env = registry.env) {
  const path = [
    join(root, '.cache', `pnpm-${pnpmVersion()}`, 'node_modules', '.bin'),
    env.PATH,
  ].join(':');
  const options = { cwd: clone, env: { ...env, PATH: path }, encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status === 0) return;
  throw new Error(
    `${command} ${args.join(' ')} failed: ${`${stdout}\n${stderr}`.trim().slice(-2000)}`,
  );
}

function pnpmVersion() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return packageManager.split('@').at(-1);
}
