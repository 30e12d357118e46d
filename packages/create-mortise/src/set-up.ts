import { spawnSync } from 'node:child_process';
import { CreateError } from './create-error.js';

/** Makes the folder a git repository, unless it is in one. Without git it stays as it is. */
export function createRepository(folder: string): void {
  const isInside = spawnSync('git', ['rev-parse'], { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!isInside) spawnSync('git', ['init', '--quiet'], { cwd: folder, stdio: 'ignore' });
}

/**
 * Installs the dependencies; what the package manager prints is shown.
 *
 * @param manager npm, pnpm, yarn or bun
 * @throws {CreateError} `INSTALL_FAILED`; the project is there
 */
export function install(manager: string, folder: string): void {
  // Windows has scripts for the names, which only a shell finds.
  const shell = process.platform === 'win32';
  const { status } = spawnSync(manager, ['install'], { cwd: folder, stdio: 'inherit', shell });
  if (status === 0) return;
  throw new CreateError(
    'INSTALL_FAILED',
    `${manager} install failed in ${folder}: the project is complete; fix what it reported, and run it there`,
  );
}
