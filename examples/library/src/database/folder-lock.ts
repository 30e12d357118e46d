import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Keeps a second process out of a folder: an embedded database has one user at a time. A process that
 * died without releasing its lock does not count.
 *
 * @returns releases the lock
 * @throws {Error} when another process that lives holds it
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
