import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Locks a folder for one process: an embedded database has one user at a time. The lock of a process that
 * has died is ignored.
 *
 * @returns a function that releases the lock
 * @throws {Error} if another running process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'library.lock');
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (owner !== process.pid && isAlive(owner)) {
    throw new Error(`The books in ${folder} are in use by process ${owner}; end it first.`);
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isAlive(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
