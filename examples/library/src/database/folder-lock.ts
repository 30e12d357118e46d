import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Locks a folder for one process: an embedded database has one user at a time. The lock of a process that
 * has died is ignored.
 *
 * @param owner the id of the process
 * @returns a function that releases the lock
 * @throws {Error} if another running process holds it
 */
export async function lockFolder(
  folder: string,
  owner: number = process.pid,
): Promise<() => Promise<void>> {
  const file = join(folder, 'library.lock');
  const own = `${file}.${owner}`;
  await writeFile(own, String(owner));
  try {
    while (!(await isLinked(own, file))) {
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (holder !== owner && isAlive(holder)) {
        throw new Error(`The books in ${folder} are in use by process ${holder}; stop it first.`);
      }
      await rm(file, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(file, { force: true });
}

/** Makes a file appear with its content, unless there is one: of two processes that try it, one succeeds. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
