import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs a runtime unless it is there already.
 *
 * @returns gives the path of one of its programs by name; `null` when it could not be installed
 */
export function install({ name, packages }) {
  const home = join(process.cwd(), '.cache', 'runtimes', name.replace(' ', '-'));
  const stamp = join(home, 'installed');
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const bin = (program) => join(home, 'node_modules', '.bin', program);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return bin;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), manifest);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { status, stderr } = spawnSync(npm, ['install', ...options], {
    cwd: home,
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(stderr);
    return null;
  }
  writeFileSync(stamp, manifest);
  return bin;
}
