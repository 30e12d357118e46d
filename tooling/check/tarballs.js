/**
 * Checks what a user would install: the manifest and the files of each tarball. With `--types` also its types, as every
 * kind of import sees them (the resolution of Node 10 does not support `exports` and is not checked); that takes longer.
 * Run after the build. `--in FOLDER` checks the tarballs of a folder; by default they are packed.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packTarballs } from '../release/pack-tarballs.js';
import { addressFields, publicAddress } from '../release/public-address.js';
import { withPublicLinks } from '../release/public-links.js';
import { conclude } from './conclude.js';
import { dependencyProblems } from './tarball-dependencies.js';

const { values } = parseArgs({ options: { types: { type: 'boolean' }, in: { type: 'string' } } });
const address = publicAddress();
const problems = [];
if (values.in !== undefined) await checkFolder(values.in);
else {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-packed-'));
  try {
    packTarballs(folder);
    await checkFolder(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkFolder(folder) {
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  for (const tarball of tarballs) await checkTarball(join(folder, tarball));
  conclude(tarballs.length, 'tarballs', problems);
}

async function checkTarball(path) {
  const data = new Uint8Array(readFileSync(path));
  const packed = createPackageFromTarballData(data);
  const home = `/node_modules/${packed.packageName}/`;
  const manifest = JSON.parse(packed.readFile(`${home}package.json`));
  const report = (problem) => problems.push(`${manifest.name}: ${problem}`);
  for (const key of ['scripts', 'devDependencies']) {
    if (key in manifest) report(`the packed manifest has ${key}`);
  }
  for (const problem of dependencyProblems(manifest.dependencies)) report(problem);
  const files = packed.listFiles().map((file) => file.slice(home.length));
  // Dependencies of a template belong to its projects.
  const test = files.find((file) => /^(?!templates\/)(?:.*\.test\.|(?:.*\/)?test\/)/.test(file));
  if (test !== undefined) report(`the tarball has tests: ${test}`);
  // The sources are in the source maps.
  const source = files.find((file) => file.startsWith('src/'));
  if (source !== undefined) report(`the tarball has ${source}`);
  checkAddress(manifest, packed.readFile(`${home}README.md`), report);
  const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true });
  for (const message of messages) report(formatMessage(message, manifest));
  if (!values.types) return;
  for (const problem of (await checkPackage(packed)).problems ?? []) {
    if (problem.resolutionKind !== 'node10') report(`types: ${JSON.stringify(problem)}`);
  }
}

/** What a registry shows of a package leads to the repository. */
function checkAddress(manifest, readme, report) {
  if (address === '') return;
  const directory = `packages/${manifest.name.replace(/^@mortise\//, '')}`;
  for (const [key, value] of Object.entries(addressFields(directory, address)))
    if (!isDeepStrictEqual(manifest[key], value))
      report(`${key} should be ${JSON.stringify(value)}`);
  if (withPublicLinks(readme, directory, address) !== readme)
    report('the packed README has relative links');
}
