/**
 * Prepares the packages without third-party dependencies for JSR, and checks them with its dry run, types included.
 *
 *     npm run jsr
 *
 * JSR expects TypeScript sources and refuses imports that end in `.js`: they are checked in a copy, `.cache/jsr/packages`,
 * whose imports end in `.ts`. Each has a `deno.json` with the name, version and entries of its manifest. Nothing is
 * published: `npx jsr publish` in that folder does it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { install } from '../runtimes/install.js';
import { runtimes } from '../runtimes/runtimes.js';
import { packagesInOrder, root } from './workspace-packages.js';

/** Adapters to a platform: their types are those of Node 20, from which Deno's differ. */
const ADAPTERS = ['@mortise/fetch', '@mortise/node'];

const staged = join(root, '.cache', 'jsr', 'packages');

const bin = install(runtimes.find(({ name }) => name === 'deno'));
process.exitCode = bin === null ? 1 : check(bin('deno'));

function check(deno) {
  rmSync(staged, { recursive: true, force: true });
  const packages = purePackages();
  for (const one of packages) stage(one);
  const workspace = {
    workspace: packages.map(({ folder }) => `./${basename(folder)}`),
    compilerOptions: { lib: ['esnext', 'dom', 'dom.iterable', 'deno.ns'] },
  };
  writeFileSync(join(staged, 'deno.json'), JSON.stringify(workspace));
  const args = ['publish', '--dry-run', '--allow-dirty', '--no-lock', '--quiet'];
  const { status, stdout, stderr } = spawnSync(deno, args, {
    cwd: staged,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status !== 0) console.error(`${stdout}${stderr}`);
  console.log(`JSR: ${packages.length} packages, ${status === 0 ? 'no fault' : 'refused'}`);
  return status === 0 ? 0 : 1;
}

/**
 * Packages without direct or indirect dependencies outside the project. JSR has no names without a scope, and does
 * not need `create-mortise`.
 */
function purePackages() {
  const pure = new Set();
  for (const { name, manifest } of packagesInOrder()) {
    const { dependencies = {}, peerDependencies = {} } = manifest;
    const needed = Object.keys({ ...dependencies, ...peerDependencies });
    if (!ADAPTERS.includes(name) && needed.every((other) => pure.has(other))) pure.add(name);
  }
  return packagesInOrder().filter(({ name }) => name.startsWith('@') && pure.has(name));
}

function stage({ name, folder, manifest }) {
  const target = join(staged, basename(folder));
  mkdirSync(target, { recursive: true });
  cpSync(join(folder, 'src'), join(target, 'src'), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.ts'),
  });
  for (const file of readdirSync(target, { recursive: true }).filter((file) =>
    file.endsWith('.ts'),
  )) {
    const path = join(target, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.[^']*)\.js'/g, "$1.ts'"));
  }
  const entries = Object.entries(manifest.exports).filter(([, to]) => to['@mortise/source']);
  const config = {
    name,
    version: manifest.version === '0.0.0' ? '0.1.0' : manifest.version,
    license: manifest.license,
    exports: Object.fromEntries(entries.map(([path, to]) => [path, to['@mortise/source']])),
  };
  writeFileSync(join(target, 'deno.json'), JSON.stringify(config, null, 2));
}
