import { spawnSync } from 'node:child_process';
import { CreateError } from './create-error.js';

/** The package manager that runs this command: npm, pnpm, yarn or bun. */
export function packageManager(): string {
  const [name = ''] = (process.env['npm_config_user_agent'] ?? '').split('/');
  return ['npm', 'pnpm', 'yarn', 'bun'].includes(name) ? name : 'npm';
}

/**
 * Installs the dependencies; what the package manager prints is shown.
 *
 * @throws {CreateError} `INSTALL_FAILED`; the project exists
 */
export function install(folder: string): void {
  const manager = packageManager();
  // Windows has scripts for the names, which only a shell finds.
  const shell = process.platform === 'win32';
  const { status } = spawnSync(manager, ['install'], { cwd: folder, stdio: 'inherit', shell });
  if (status === 0) return;
  throw new CreateError(
    'INSTALL_FAILED',
    `${manager} install failed in ${folder}: the project is complete; fix what it reported, and run it there`,
  );
}
