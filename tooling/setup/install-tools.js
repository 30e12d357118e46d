/** Installs tools that only some commands need into a folder of `.cache/`, unless they are already installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} home the folder; created if it does not exist
 * @param {string} manifest the text of its `package.json`; when it changes, the tools are installed again
 * @throws {Error} one sentence, with the first line of what npm says about it
 */
export function installTools(home, manifest) {
  const stamp = join(home, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), manifest);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const install = spawnSync(npm, ['install', ...options], { cwd: home, encoding: 'utf8' });
  if (install.status !== 0)
    throw new Error(`npm could not install into ${home}: ${firstError(install.stderr)}`);
  writeFileSync(stamp, manifest);
}

function firstError(stderr) {
  const lines = stderr.trim().split('\n');
  return lines.find((line) => line.startsWith('npm error')) ?? lines[0];
}
