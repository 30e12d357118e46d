import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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
    await expect(stream.getContents()).rejects.toThrow('became shorter');
    expect(stream.tell()).toBe(0);
    stream.close();
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
