import { spawnSync } from 'node:child_process';

/** Initializes a git repository in the folder, unless it is already in one. Does nothing if git is not installed. */
export function createRepository(folder: string): void {
  const isInside = spawnSync('git', ['rev-parse'], { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!isInside) spawnSync('git', ['init', '--quiet'], { cwd: folder, stdio: 'ignore' });
}
