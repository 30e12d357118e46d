/**
 * Follows the README of each package: in an empty folder, runs its `npm install` line, and then its first
 * example, which must print what the README says. It installs the tarballs of `npm run pack`.
 *
 *     npm run readmes [-- router app]
 *
 * Packages of the workspace come from their tarballs, everything else from the registry of npm's settings.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarballs, tarballName } from './pack-tarballs.js';
import { tryReadme } from './readme-trial.js';
import { buildWorkspace } from './workspace-copy.js';
import { packagesInOrder, root, withDependencies } from './workspace-packages.js';

const chosen = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'mortise-readmes-'));
const known = new Set(packagesInOrder().map(({ name }) => name));
let failures = 0;
try {
  buildWorkspace(root);
  packTarballs(scratch);
  for (const { name, folder } of packagesInOrder().filter(isChosen)) {
    const problem = await tryReadme(readFileSync(join(folder, 'README.md'), 'utf8'), {
      scratch,
      sourcesOf,
    });
    if (problem !== null && !problem.startsWith('skipped')) failures++;
    console.log(`${name}: ${problem ?? 'ok'}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** What `npm create` runs is tested by `npm run rehearse`. */
function isChosen({ name }) {
  if (name.startsWith('create-')) return false;
  return chosen.length === 0 || chosen.some((one) => name === one || name === `@mortise/${one}`);
}

/** Tarballs of the named packages and of their dependencies; other names unchanged. */
function sourcesOf(names) {
  const tarballs = withDependencies(names).map(({ manifest: { name, version } }) =>
    join(scratch, tarballName(name, version)),
  );
  return [...tarballs, ...names.filter((name) => !known.has(name))];
}
