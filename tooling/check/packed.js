/**
 * Checks what a user would install: the manifest and the files of each tarball. With `--types` also its types, as every
 * kind of import sees them (the resolution of Node 10 does not support `exports` and is not checked); that takes longer.
 * Run after the build.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

const pack = fileURLToPath(new URL('../release/pack.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mortise-packed-'));
let problems = 0;
try {
  execFileSync(process.execPath, [pack, folder, '--built'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarballs = readdirSync(folder);
  for (const tarball of tarballs) await checkTarball(join(folder, tarball));
  console.log(`${tarballs.length} tarballs, ${problems} problems`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems === 0 ? 0 : 1;

async function checkTarball(path) {
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }),
  );
  const report = (problem) => {
    problems++;
    console.error(`${manifest.name}: ${problem}`);
  };
  for (const key of ['scripts', 'devDependencies']) {
    if (key in manifest) report(`the packed manifest has ${key}`);
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (/^(?:workspace|catalog):/.test(range))
      report(`the packed manifest asks for ${name} ${range}`);
  }
  const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n');
  // Dependencies of a template belong to its projects.
  const tests = files.filter((file) =>
    /^package\/(?!templates\/).*(?:\.test\.|\/test\/)/.test(file),
  );
  if (tests.length > 0) report(`the tarball has tests: ${tests[0]}`);
  if (!process.argv.includes('--types')) return;
  const types = createPackageFromTarballData(new Uint8Array(readFileSync(path)));
  for (const problem of (await checkPackage(types)).problems ?? []) {
    if (problem.resolutionKind !== 'node10') report(`types: ${JSON.stringify(problem)}`);
  }
}
