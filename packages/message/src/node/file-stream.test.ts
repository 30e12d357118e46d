import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { openFiles } from '../../test/open-files.js';
import { temporaryFolder } from '../../../../tooling/testing/temporary-folder.js';
import { FileStream } from './file-stream.js';
import { factories } from './index.js';
import { OpenFile } from './open-file.js';

const folder = temporaryFolder();
const fileOf = (content: string): string => {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
};

describe('createStreamFromFile', () => {
  it('returns a stream that reads and seeks, and states which file it reads', async () => {
    const path = fileOf('abcdef');
    const stream = factories.createStreamFromFile(path);
    stream.seek(2);
    expect(Buffer.from(await stream.read(3)).toString()).toBe('cde');
    expect([stream.tell(), stream.getSize(), stream.inMemory()]).toEqual([5, 6, null]);
    expect([stream.getMetadata('uri'), stream.getMetadata('mode')]).toEqual([path, 'r']);
    expect(await stream.text()).toBe('abcdef');
    stream.close();
  });

  it.each([
    ['a missing file', join(folder, 'missing')],
    ['a folder', folder],
    ['a path with NUL', 'a\0b'],
  ])('refuses %s synchronously', (_, path) => {
    expect(() => factories.createStreamFromFile(path)).toThrow(
      expect.objectContaining({ code: 'STREAM_FILE_FAILED', value: path }),
    );
  });

  it('closes a folder that it refuses', () => {
    const parent = join(folder, 'parent'); // holds nothing of the other tests, whose files close later
    const refused = join(parent, 'refused');
    mkdirSync(refused, { recursive: true });
    expect(() => factories.createStreamFromFile(refused)).toThrow('a regular file');
    expect(openFiles(parent)).toBe(0);
  });

  it('refuses a pipe without waiting for its writer', () => {
    const pipe = join(folder, 'pipe');
    const written = join(folder, 'written');
    execFileSync('mkfifo', [pipe]);
    const program = `setTimeout(() => {
      fs.writeFileSync(process.argv[2], '');
      fs.openSync(process.argv[1], 'r+');
    }, 5000)`;
    const writer = spawn(process.execPath, ['-e', program, pipe, written], { stdio: 'ignore' });
    try {
      expect(() => factories.createStreamFromFile(pipe)).toThrow('a regular file');
      expect(existsSync(written)).toBe(false);
    } finally {
      writer.kill();
    }
  });

  it('has the error of the file system as cause', () => {
    expect(() => factories.createStreamFromFile(join(folder, 'missing'))).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ENOENT' }) as unknown }),
    );
  });

  it('rejects every read after one that failed, even at its end', async () => {
    const path = fileOf('abcdef');
    const notReadable = new OpenFile(openSync(path, 'a'), path, 6, false);
    const stream = new FileStream(notReadable);
    await expect(stream.read(6)).rejects.toMatchObject({ code: 'EBADF' });
    await expect(stream.read(6)).rejects.toMatchObject({ code: 'EBADF' });
    stream.close();
  });

  it('does not open files for writing', () => {
    expect(() => factories.createStreamFromFile(fileOf('a'), 'w' as 'r')).toThrow(
      expect.objectContaining({ code: 'STREAM_FILE_UNSUPPORTED' }),
    );
  });

  it('gives two concurrent readers different chunks', async () => {
    const stream = factories.createStreamFromFile(fileOf('abcdef'));
    const parts = await Promise.all([stream.read(2), stream.read(2), stream.getContents()]);
    expect(parts.map((part) => Buffer.from(part).toString())).toEqual(['ab', 'cd', 'ef']);
    stream.close();
  });

  it('reads a file of many chunks by iteration', async () => {
    const stream = factories.createStreamFromFile(fileOf('x'.repeat(800_000)));
    const sizes = [];
    for await (const chunk of stream) sizes.push(chunk.length);
    expect(sizes).toEqual([262_144, 262_144, 262_144, 13_568]);
    stream.close();
  });

  it('returns fewer bytes if the file was truncated', async () => {
    const path = fileOf('abcdef');
    const stream = factories.createStreamFromFile(path);
    truncateSync(path, 2);
    expect(Buffer.from(await stream.getContents()).toString()).toBe('ab');
    stream.close();
  });

  it('closes the file once, after the last read', async () => {
    const stream = factories.createStreamFromFile(fileOf('abc'));
    const read = stream.getContents();
    stream.close();
    stream.close();
    expect(Buffer.from(await read).toString()).toBe('abc');
    await expect(stream.read(1)).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
    await waitFor(() => openFiles(folder) === 0);
  });

  it('hands over its rest, which closes the file at its end or when the loop is left', async () => {
    for (const leave of [false, true]) {
      const stream = factories.createStreamFromFile(fileOf('abcdef'));
      stream.seek(4);
      const chunks = [];
      for await (const chunk of stream.detach() as AsyncIterable<Uint8Array>) {
        chunks.push(Buffer.from(chunk).toString());
        if (leave) break;
      }
      expect(chunks).toEqual(['ef']);
    }
    await waitFor(() => openFiles(folder) === 0);
  });
});
