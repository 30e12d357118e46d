import { existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { openFiles } from '../../test/open-files.js';
import { temporaryFolder } from '../../../../tooling/testing/temporary-folder.js';
import { OpenFile } from './open-file.js';

const folder = temporaryFolder();
const path = join(folder, 'file');

function opened(temporary: boolean): OpenFile {
  writeFileSync(path, 'abcdef');
  return new OpenFile(openSync(path, 'r'), path, 6, temporary);
}

// Only there can the file of a descriptor be told.
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('an open file', () => {
  it('reads a range, and the shorter rest of one beyond its end', async () => {
    const file = opened(false);
    const read = async (position: number, length: number) =>
      Buffer.from(await file.readAt(position, length)).toString();
    expect([await read(0, 2), await read(2, 3), await read(4, 9), await read(9, 1)]).toEqual([
      ...['ab', 'cde', 'ef', ''],
    ]);
    file.close();
    await waitFor(() => openFiles(folder) === 0);
  });

  onLinux('is closed after the last of several reads, not before', async () => {
    const file = opened(false);
    const reads = [file.readAt(0, 3), file.readAt(3, 3), file.readAt(0, 6)];
    file.close();
    expect(openFiles(folder)).toBe(1);
    const texts = (await Promise.all(reads)).map((bytes) => Buffer.from(bytes).toString());
    expect(texts).toEqual(['abc', 'def', 'abcdef']);
    await waitFor(() => openFiles(folder) === 0);
  });

  onLinux('is closed after a read that failed', async () => {
    writeFileSync(path, '');
    const file = new OpenFile(openSync(path, 'a'), path, 6, false);
    const read = file.readAt(0, 6);
    file.close();
    await expect(read).rejects.toMatchObject({ code: 'EBADF' });
    await waitFor(() => openFiles(folder) === 0);
  });

  onLinux('that is idle is closed immediately, and only once', async () => {
    const file = opened(false);
    file.close();
    await waitFor(() => openFiles(folder) === 0);
    // It gets the descriptor that was released.
    const other = opened(false);
    file.close();
    expect(Buffer.from(await other.readAt(0, 6)).toString()).toBe('abcdef');
    other.close();
  });

  it('is removed by closing it only if it is temporary, and only once', async () => {
    opened(false).close();
    const file = opened(true);
    file.close();
    await waitFor(() => !existsSync(path));
    writeFileSync(path, 'another');
    file.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(path)).toBe(true);
  });
});
