/**
 * Publishes the scoped packages to a registry on this machine, as they are built, with the library that `npm publish`
 * uses, in one process: to start npm for each takes longer than all the rest. What is left is for `publish.js`.
 *
 *     node tooling/release/fill-registry.js URL LIBRARY
 *
 * `LIBRARY` is the folder in which `libnpmpublish` is installed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTarballs } from './pack-tarballs.js';
import { packagesInOrder } from '../setup/packages.js';

const [registry, library] = process.argv.slice(2);
const { publish } = createRequire(join(library, 'package.json'))('libnpmpublish');
const scratch = mkdtempSync(join(tmpdir(), 'mortise-filled-'));
try {
  const scoped = packagesInOrder().filter(({ name }) => name.startsWith('@'));
  const tarballs = packTarballs(scratch, scoped);
  execFileSync(process.execPath, ['tooling/check/tarballs.js', '--in', scratch], {
    stdio: 'inherit',
  });
  for (const { path } of tarballs)
    await publish(manifestIn(path), readFileSync(path), { registry });
} finally {
  rmSync(scratch, { recursive: true });
}

function manifestIn(path) {
  const args = ['-xzOf', path, 'package/package.json'];
  return JSON.parse(execFileSync('tar', args, { encoding: 'utf8' }));
}
