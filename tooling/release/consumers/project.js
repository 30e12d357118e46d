/** A user's project: an empty folder with the packages that npm installs there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const INSTALL_TIMEOUT = 300_000;

/**
 * @param {string} scratch where the folder is made
 * @param {string[]} names as `npm install` takes them
 * @param {NodeJS.ProcessEnv} env
 * @param {object} [manifest] the fields of its `package.json`
 * @returns {Promise<string>} the folder
 * @throws {Error} with what npm printed
 */
export async function installProject(scratch, names, env, manifest) {
  const folder = mkdtempSync(join(scratch, 'project-'));
  if (manifest) writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const npm = await runIn('npm', ['install', ...QUIET, ...names], folder, env, INSTALL_TIMEOUT);
  if (npm.status !== 0) throw new Error(`npm install ${names.join(' ')} failed: ${npm.stderr}`);
  return folder;
}

/**
 * Runs a program.
 *
 * @returns {Promise<{ status: number | null, signal: string | null, stdout: string, stderr: string }>} the status is
 *   `null` if it was killed after `timeout` milliseconds
 */
export function runIn(command, args, cwd, env, timeout) {
  return new Promise((resolve) => {
    const options = { cwd, env, timeout, encoding: 'utf8', maxBuffer: 2 ** 26 };
    const child = execFile(command, args, options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, signal: child.signalCode, stdout, stderr });
    });
  });
}
