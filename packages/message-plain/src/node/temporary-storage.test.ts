import { closeSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createTemporaryStorage } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'plain-storage-'));
const bytes = new TextEncoder().encode('abcdef');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('createTemporaryStorage', () => {
  afterEach(() => {
    expect(readdirSync(folder)).toEqual([]);
  });

  it('creates no file for content that fits in memory', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(6);
    await writer.write(bytes);
    expect(readdirSync(folder)).toEqual([]);
    (await writer.end()).close();
  });

  it('creates files that only this user can read', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(5);
    await writer.write(bytes);
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await writer.discard();
  });

  it('creates a file that only this user can read also if the limit in memory is 0', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await writer.discard();
  });

  it('rejects the write for which there is no space, with the error of the file system', async () => {
    const storage = createTemporaryStorage({ folder: join(folder, 'missing') });
    const writer = storage.createWriter(5);
    await expect(writer.write(bytes)).rejects.toMatchObject({ code: 'ENOENT' });
    await writer.discard();
  });

  // Only there can a test find the descriptor of a file.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('removes its file as soon as a write fails', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    await writer.write(bytes);
    closeSync(descriptorIn(folder));
    await expect(writer.write(bytes)).rejects.toThrow('EBADF');
    expect(readdirSync(folder)).toEqual([]);
  });

  onLinux('removes its file if it cannot be closed at the end', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    closeSync(descriptorIn(folder));
    await expect(writer.end()).rejects.toThrow('EBADF');
    expect(readdirSync(folder)).toEqual([]);
  });

  onLinux('has its file open once, until it is discarded or the stream is closed', async () => {
    const discarded = createTemporaryStorage({ folder }).createWriter(5);
    await discarded.write(bytes);
    expect(descriptorsIn(folder)).toHaveLength(1);
    await discarded.discard();
    expect(descriptorsIn(folder)).toEqual([]);
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    const stream = await writer.end();
    expect(descriptorsIn(folder)).toHaveLength(1);
    stream.close();
    expect(descriptorsIn(folder)).toEqual([]);
  });

  it('creates its file immediately if the limit in memory is 0', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    expect(readdirSync(folder)).toHaveLength(1);
    const stream = await writer.end();
    expect([stream.getSize(), readdirSync(folder).length]).toEqual([0, 1]);
    stream.close();
  });

  it('rejects an end if its file was removed', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(0);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await expect(writer.end()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('uses the folder of the system by default', async () => {
    const stream = await createTemporaryStorage().createWriter(0).end();
    expect(dirname(String(stream.getMetadata('uri')))).toBe(tmpdir());
    stream.close();
  });

  it('refuses to write and to end after it was discarded', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(5);
    await writer.discard();
    expect(() => writer.write(bytes)).toThrow(
      expect.objectContaining({ code: 'STREAM_NOT_WRITABLE' }),
    );
    await expect(writer.end()).rejects.toMatchObject({ code: 'STREAM_NOT_WRITABLE' });
  });

  it('refuses to write after the end', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(5);
    (await writer.end()).close();
    expect(() => writer.write(bytes)).toThrow(
      expect.objectContaining({ code: 'STREAM_NOT_WRITABLE' }),
    );
    await expect(writer.end()).rejects.toMatchObject({ code: 'STREAM_NOT_WRITABLE' });
  });
});

describe('a stream over a temporary file', () => {
  it('removes the file when its next owner has read the rest', async () => {
    const writer = createTemporaryStorage({ folder }).createWriter(5);
    await writer.write(bytes);
    const stream = await writer.end();
    const rest = stream.detach() as AsyncIterable<Uint8Array>;
    expect(readdirSync(folder)).toHaveLength(1);
    const chunks: Uint8Array[] = [];
    for await (const chunk of rest) chunks.push(chunk);
    expect([Buffer.concat(chunks).toString(), readdirSync(folder)]).toEqual(['abcdef', []]);
  });
});

function descriptorsIn(path: string): number[] {
  const open = readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(path);
    } catch {
      return false; // that of the listing itself
    }
  });
  return open.map(Number);
}

function descriptorIn(path: string): number {
  return descriptorsIn(path)[0] ?? NaN;
}

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
