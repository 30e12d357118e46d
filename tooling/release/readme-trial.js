/** What a reader does with the README of a package: install what it says, and run its first example. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const INSTALL = /^npm install (.+)$/m;
const EXAMPLE = /^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/ms;
/** A service that an example connects to: the variable with its URL, as `process.env['REDIS_URL']`. */
const SERVICE = /process\.env(?:\.|\[')(\w+_URL)/;

/**
 * @param {string} readme its text
 * @param {object} options
 * @param {string} options.scratch where an empty folder is made
 * @param {(names: string[]) => string[]} [options.sourcesOf] what npm is given for the names of the README
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {string | null} what went wrong; `null` when the example printed what the README says
 */
export function tryReadme(readme, { scratch, sourcesOf = (names) => names, env = process.env }) {
  const names = INSTALL.exec(readme)?.[1].split(' ');
  if (names === undefined) return 'the README has no line `npm install ...`';
  const [, code, output = null] = EXAMPLE.exec(readme) ?? [];
  if (code === undefined) return 'the README has no example';
  const folder = mkdtempSync(join(scratch, 'empty-'));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = run('npm', ['install', ...quiet, ...sourcesOf(names)], folder, env, 120_000);
  if (npm.status !== 0) return `npm install failed: ${npm.stderr}`;
  const service = SERVICE.exec(code)?.[1];
  if (service !== undefined && env[service] === undefined) return `skipped: set ${service}`;
  writeFileSync(join(folder, 'example.mjs'), withoutTypes(code));
  const example = run(process.execPath, ['example.mjs'], folder, { ...env, PORT: '0' }, 20_000);
  // An example that serves goes on until it is ended.
  const served = example.signal === 'SIGTERM' && /\b(?:serve|listen)\b/.test(code);
  if (example.status !== 0 && !served)
    return `the example failed: ${example.stderr || example.stdout}`;
  if (output === null || example.stdout === output) return null;
  return `the example printed\n${example.stdout}instead of\n${output}`;
}

function run(command, args, cwd, env, timeout) {
  return spawnSync(command, args, { cwd, env, timeout, encoding: 'utf8' });
}

function withoutTypes(code) {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
