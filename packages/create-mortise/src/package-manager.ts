import { spawnSync } from 'node:child_process';
import { CreateError } from './create-error.js';

/** Returns the package manager that runs this command: npm, pnpm, yarn or bun; `npm` if it is unknown. */
export function packageManager(): string {
  const [name = ''] = (process.env['npm_config_user_agent'] ?? '').split('/');
  return ['npm', 'pnpm', 'yarn', 'bun'].includes(name) ? name : 'npm';
}

/**
 * Installs the dependencies, and shows the output of the package manager.
 *
 * @throws {CreateError} `INSTALL_FAILED`; the project exists
 */
export function install(folder: string): void {
  const manager = packageManager();
  // On Windows, package managers are scripts, which only a shell can run.
  const shell = process.platform === 'win32';
  const { status } = spawnSync(manager, ['install'], { cwd: folder, stdio: 'inherit', shell });
  if (status === 0) return;
  throw new CreateError(
    'INSTALL_FAILED',
    `${manager} install failed in ${folder}: the project is complete; fix the problem it reported, then run it again there`,
  );
}
