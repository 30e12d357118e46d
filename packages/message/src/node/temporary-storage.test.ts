import { closeSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { descriptorIn, openFiles } from '../../test/open-files.js';
import { temporaryFolder } from '../../../../tooling/testing/temporary-folder.js';
import { createTemporaryStorage } from './index.js';

const root = temporaryFolder();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'storage-'));
});

const writerOf = (memoryLimit: number) =>
  createTemporaryStorage({ folder }).createWriter(memoryLimit);
const files = (): number => readdirSync(folder).length;

describe('a temporary writer', () => {
  it('stays in memory up to its limit', async () => {
    const writer = writerOf(4);
    expect(writer.write(Buffer.from('ab'))).toBeUndefined();
    expect(writer.write(Buffer.from('cd'))).toBeUndefined();
    const stream = await writer.end();
    expect([writer.size, files(), stream.inMemory()]).toEqual([
      4,
      0,
      new Uint8Array(Buffer.from('abcd')),
    ]);
    expect(stream.isSeekable()).toBe(true);
  });

  it('moves everything to one file with the first byte over its limit', async () => {
    const writer = writerOf(4);
    void writer.write(Buffer.from('abcd'));
    await writer.write(Buffer.from('e'));
    await writer.write(Buffer.from('f'));
    const stream = await writer.end();
    expect([writer.size, files(), stream.inMemory(), stream.getSize()]).toEqual([6, 1, null, 6]);
    expect(await stream.text()).toBe('abcdef');
    stream.rewind();
    expect(Buffer.from(await stream.getContents()).toString()).toBe('abcdef');
    stream.close();
    await waitFor(() => files() === 0);
  });

  it('starts with a file if the limit in memory is 0', async () => {
    const stream = await writerOf(0).end();
    expect([files(), stream.getSize()]).toEqual([1, 0]);
    stream.close();
  });

  // Only there can the file of a descriptor be told.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('removes its file as soon as a write fails', async () => {
    const writer = writerOf(0);
    await writer.write(Buffer.from('a'));
    closeSync(descriptorIn(folder));
    void writer.write(Buffer.alloc(300_000));
    await expect(writer.end()).rejects.toThrow('EBADF');
    expect(files()).toBe(0);
  });

  it('keeps the order of writes that were not awaited', async () => {
    const writer = writerOf(0);
    for (const text of ['a', 'bc', 'd', 'ef']) void writer.write(Buffer.from(text));
    const stream = await writer.end();
    expect(await stream.text()).toBe('abcdef');
    stream.close();
  });

  it.each([1, 1000, 65_536, 300_000])('keeps all of many chunks of %i bytes', async (length) => {
    const writer = writerOf(10);
    const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(length, index + 1));
    for (const piece of pieces) await writer.write(piece);
    const stream = await writer.end();
    expect(Buffer.concat(pieces).equals(await stream.getContents())).toBe(true);
    stream.close();
  });

  it('creates files that only this user can read, with unguessable names', async () => {
    const first = writerOf(0);
    const second = writerOf(0);
    await Promise.all([first.write(Buffer.from('a')), second.write(Buffer.from('b'))]);
    const names = readdirSync(folder);
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      expect(name).toMatch(/^mortise-[\da-f-]{36}$/);
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    await Promise.all([first.discard(), second.discard()]);
  });

  it('leaves no file and no descriptor open when it is discarded, even while it writes', async () => {
    const writer = writerOf(0);
    void writer.write(Buffer.alloc(100_000));
    await writer.discard();
    await writer.discard();
    expect(files()).toBe(0);
    await waitFor(() => openFiles(folder) === 0);
  });

  it('removes a file that is created while it is discarded', async () => {
    const writer = writerOf(0);
    const writing = writer.write(Buffer.from('a'));
    await Promise.all([writer.discard(), writing]);
    expect([files(), openFiles(folder)]).toEqual([0, 0]);
  });

  it('refuses writes after it was discarded, and an end', async () => {
    const writer = writerOf(4);
    await writer.discard();
    expect(() => writer.write(Buffer.from('a'))).toThrow(
      expect.objectContaining({ code: 'STREAM_NOT_WRITABLE' }),
    );
    await expect(writer.end()).rejects.toMatchObject({ code: 'STREAM_NOT_WRITABLE' });
  });

  it('writes to its file when there are 256 KiB', async () => {
    const writer = writerOf(0);
    await writer.write(Buffer.from('a'));
    const [name = ''] = readdirSync(folder);
    const written = () => statSync(join(folder, name)).size;
    expect(writer.write(Buffer.alloc(262_143))).toBeUndefined();
    expect(written()).toBe(1);
    await writer.write(Buffer.from('b'));
    expect(written()).toBe(262_145);
    await writer.discard();
  });

  it('uses the folder of the system by default', async () => {
    const stream = await createTemporaryStorage().createWriter(0).end();
    expect(dirname(String(stream.getMetadata('uri')))).toBe(tmpdir());
    stream.close();
  });

  it('does nothing when it is discarded after its end', async () => {
    const writer = writerOf(0);
    await writer.write(Buffer.from('a'));
    const stream = await writer.end();
    await writer.discard();
    expect(await stream.text()).toBe('a');
    stream.close();
  });

  it('fails with the error of the file system, and leaves nothing', async () => {
    rmSync(folder, { recursive: true });
    const writer = writerOf(0);
    await expect(writer.write(Buffer.from('a'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(writer.end()).rejects.toMatchObject({ code: 'ENOENT' });
    await writer.discard();
    expect(existsSync(folder)).toBe(false);
  });

  it('rejects its end with the error of a write that was not awaited', async () => {
    rmSync(folder, { recursive: true });
    const writer = writerOf(0);
    void writer.write(Buffer.from('a'));
    // Jest fails a test during which a rejection is left unhandled.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(writer.end()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses writes after its end', async () => {
    const writer = writerOf(4);
    await writer.end();
    expect(() => writer.write(Buffer.from('a'))).toThrow(
      expect.objectContaining({ code: 'STREAM_NOT_WRITABLE' }),
    );
    await expect(writer.end()).rejects.toMatchObject({ code: 'STREAM_NOT_WRITABLE' });
  });
});

describe('the options of createTemporaryStorage', () => {
  it.each([
    ['folder', { folder: 7 }],
    ['folder', { folder: '' }],
    ['folder', { folder: null }],
    ['dir', { dir: '/tmp' }],
  ])('refuse %s of %j', (option, options) => {
    expect(() => createTemporaryStorage(options as never)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: `createTemporaryStorage.${option}`,
      }),
    );
  });
});
