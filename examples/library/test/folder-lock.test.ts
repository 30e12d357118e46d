import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockFolder } from '../src/database/folder-lock.js';

describe('the lock of a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('belongs to one of two processes that start at the same time', async () => {
    const both = [process.pid, process.ppid].map((id) => lockFolder(folder, id));
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is taken over from a process that has died, and leaves no file when it is released', async () => {
    await lockFolder(folder, 2 ** 30); // no process has this id
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder, process.ppid)).rejects.toThrow(String(process.pid));
    await unlock();
    expect(await readdir(folder)).toEqual([]);
  });
});
