/**
 * Does what a reader does with the README of a package: in an empty folder, runs its `npm install` line, and then
 * its first example, which must print what the README says. What is installed is what `npm run pack` writes.
 *
 *     npm run readmes [-- router app]
 *
 * Packages of the workspace come from their tarballs, everything else from the registry of npm's settings.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { packagesInOrder, root, withDependencies } from './workspace-packages.js';

const INSTALL = /^npm install (.+)$/m;
const EXAMPLE = /^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/ms;

const chosen = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'mortise-readmes-'));
let failures = 0;
try {
  execFileSync(process.execPath, [join(root, 'tooling/release/pack.js'), scratch], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const { name, folder } of packagesInOrder()) {
    if (chosen.length > 0 && !chosen.some((one) => name === one || name === `@mortise/${one}`))
      continue;
    const problem = tryReadme(readFileSync(join(folder, 'README.md'), 'utf8'));
    if (problem !== null) failures++;
    console.log(`${name}: ${problem ?? 'ok'}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** @returns what went wrong; `null` when the example printed what it should */
function tryReadme(readme) {
  const names = INSTALL.exec(readme)?.[1].split(' ');
  if (names === undefined) return 'the README has no line `npm install ...`';
  const [, code, output = null] = EXAMPLE.exec(readme) ?? [];
  if (code === undefined) return 'the README has no example';
  const folder = mkdtempSync(join(scratch, 'empty-'));
  const npm = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', ...sourcesOf(names)],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (npm.status !== 0) return `npm install failed: ${npm.stderr}`;
  writeFileSync(join(folder, 'example.mjs'), withoutTypes(code));
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, ['example.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, PORT: '0' },
  });
  // An example that serves goes on until it is ended.
  const ended = status === 0 || (signal === 'SIGTERM' && /\b(?:serve|listen)\b/.test(code));
  if (!ended) return `the example failed: ${stderr || stdout}`;
  if (output !== null && stdout !== output)
    return `the example printed\n${stdout}instead of\n${output}`;
  return null;
}

/** Tarballs of the named packages and of what they need; other names as they are. */
function sourcesOf(names) {
  const tarballs = readdirSync(scratch).filter((file) => file.endsWith('.tgz'));
  const ours = withDependencies(names).map(({ manifest }) => {
    const start = `${manifest.name.replace(/^@/, '').replace('/', '-')}-${manifest.version}.tgz`;
    return join(scratch, tarballs.find((file) => file === start) ?? start);
  });
  const known = new Set(packagesInOrder().map(({ name }) => name));
  return [...ours, ...names.filter((name) => !known.has(name))];
}

function withoutTypes(code) {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
