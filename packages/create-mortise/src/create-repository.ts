import { spawnSync } from 'node:child_process';

/** Makes the folder a git repository, unless it is in one. Without git it stays as it is. */
export function createRepository(folder: string): void {
  const isInside = spawnSync('git', ['rev-parse'], { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!isInside) spawnSync('git', ['init', '--quiet'], { cwd: folder, stdio: 'ignore' });
}
