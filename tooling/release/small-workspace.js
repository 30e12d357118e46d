/** A workspace of one package, for tests of programs that check or release a whole one. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runIn } from './consumers/project.js';
import { root } from '../setup/packages.js';

/**
 * @param {string[]} names what is copied of this workspace
 * @param {string} name of the package, in `packages/`
 * @param {object} fields of its manifest; the others are those of `router`
 * @returns {string} the folder, which the caller removes
 */
export function smallWorkspace(names, name, fields) {
  const folder = mkdtempSync(join(tmpdir(), 'workspace-'));
  for (const each of names) cpSync(join(root, each), join(folder, each), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'packages/router/package.json'), 'utf8'));
  const own = { ...manifest, dependencies: {}, devDependencies: {}, ...fields };
  writeIn(folder, join('packages', name, 'package.json'), JSON.stringify(own));
  return folder;
}

/** Writes a file, and the folders above it. */
export function writeIn(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Runs a program of the workspace: its exit code, and what it says on standard error. */
export async function runProgram(folder, args, env = {}) {
  const all = { ...process.env, NODE_OPTIONS: '', ...env };
  const { status, stderr } = await runIn(process.execPath, args, folder, all, 120_000);
  return { code: status, stderr };
}
