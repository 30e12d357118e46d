/** Installs the frameworks that Mortise is compared with, in the exact versions of `http/contestants/package.json`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../http/contestants/', import.meta.url));

/** Does nothing if they are installed in these versions. */
export function installPeers() {
  const wanted = readFileSync(`${folder}package.json`, 'utf8');
  const stamp = `${folder}node_modules/.installed.json`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing the peers ...');
  const options = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(stamp, wanted);
}
