import {
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'plain-file-'));
const path = join(folder, 'file');

beforeEach(() => {
  writeFileSync(path, 'abcdef');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a stream over a file', () => {
  it('is refused over a folder', () => {
    expect(() => factories.createStreamFromFile(folder)).toThrow(
      expect.objectContaining({ code: 'STREAM_FILE_FAILED' }),
    );
  });

  it('rejects if the file was truncated, and does not change its position', async () => {
    const stream = factories.createStreamFromFile(path);
    truncateSync(path, 2);
    await expect(stream.getContents()).rejects.toThrow('shrank while it was being read');
    expect(stream.tell()).toBe(0);
    stream.close();
  });

  it('has nothing in memory but an empty rest at its end', async () => {
    const stream = factories.createStreamFromFile(path);
    expect(stream.inMemory()).toBeNull();
    await stream.read(5);
    expect(stream.inMemory()).toBeNull();
    await stream.read(1);
    expect(stream.inMemory()).toEqual(new Uint8Array());
    stream.close();
    expect(stream.inMemory()).toBeNull();
  });

  it('yields a large file in chunks of 64 KiB, to its next owner too', async () => {
    writeFileSync(path, new Uint8Array(65_537));
    const stream = factories.createStreamFromFile(path);
    const lengths: number[] = [];
    for await (const chunk of stream) lengths.push(chunk.length);
    stream.rewind();
    for await (const chunk of stream.detach() as AsyncIterable<Uint8Array>) {
      lengths.push(chunk.length);
    }
    expect(lengths).toEqual([65_536, 1, 65_536, 1]);
  });

  it('has these facts and no others', () => {
    const stream = factories.createStreamFromFile(path, 'rb');
    expect(stream.getMetadata()).toEqual({ uri: path, mode: 'rb', seekable: true });
    stream.close();
  });

  it('is closed by its next owner who leaves the rest, or has read it', async () => {
    for (const isRead of [false, true]) {
      const stream = factories.createStreamFromFile(path);
      const rest = (stream.detach() as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      await rest.next();
      if (isRead) await rest.next();
      else await rest.return?.();
      if (process.platform === 'linux') expect(openFilesIn(folder)).toBe(0);
      expect(await rest.next()).toEqual({ done: true, value: undefined });
    }
  });

  it('can be read by its next owner after the file was deleted', async () => {
    const stream = factories.createStreamFromFile(path);
    stream.seek(2);
    rmSync(path);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream.detach() as AsyncIterable<Uint8Array>) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('cdef');
  });
});

function openFilesIn(path: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(path);
    } catch {
      return false; // that of the listing itself
    }
  }).length;
}
