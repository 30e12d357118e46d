import { execFileSync } from 'node:child_process';
import { appendFileSync, readlinkSync, renameSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSite, openFilesBelow } from '../../test/site.js';
import { FileBody } from './file-body.js';
import { OpenFile } from './open-file.js';
import { ProvenPlaces } from './proven-places.js';

describe('a file that changes while it is sent', () => {
  let site: ReturnType<typeof createSite>;
  beforeEach(() => {
    site = createSite({ 'a.txt': '0123456789' });
  });
  afterEach(() => {
    site.remove();
  });

  it('is not sent with its old length, in memory, after it became shorter', async () => {
    for (const read of [
      (file: OpenFile) => file.readAll(),
      (file: OpenFile) => file.readRange(2, 8),
    ]) {
      site.write('a.txt', '0123456789');
      const file = await opened(site.root);
      truncateSync(join(site.root, 'a.txt'), 4);
      await expect(read(file)).rejects.toThrow('the file became shorter while it was read');
      file.close();
    }
  });

  it('ends early, as a stream, after it became shorter', async () => {
    const file = await opened(site.root);
    truncateSync(join(site.root, 'a.txt'), 4);
    expect(await textOf(new FileBody(file, [{ start: 0, end: 9 }]))).toBe('0123');
  });

  it('is sent with its old length after it became longer', async () => {
    const file = await opened(site.root);
    appendFileSync(join(site.root, 'a.txt'), 'x'.repeat(100_000));
    expect(await textOf(new FileBody(file, [{ start: 0, end: 9 }]))).toBe('0123456789');
  });

  it('stays open until a pending read has ended', async () => {
    // `null` where open files cannot be listed.
    const count = () => openFilesBelow(site.root, readlinkSync);
    const file = await opened(site.root);
    const reading = file.read(0, 10);
    file.close();
    const during = count();
    await reading;
    expect([during, count()]).toEqual(during === null ? [null, null] : [1, 0]);
  });
});

describe('a link that changes while it is opened', () => {
  it('never opens a file outside the root', async () => {
    const site = createSite({ 'a.txt': 'public' });
    const link = join(site.root, 'link');
    const swap = (target: string): void => {
      symlinkSync(join(site.root, target), `${link}.new`);
      renameSync(`${link}.new`, link);
    };
    swap('a.txt');
    const state = { isDone: false };
    const opening = Array.from({ length: 8 }, async () => {
      const seen: string[] = [];
      for (let count = 0; count < 200; count++) {
        const file = await OpenFile.at(link, placesOf(site.root));
        if (file instanceof OpenFile) seen.push(Buffer.from(await file.readAll()).toString());
      }
      return seen;
    });
    const swapping = (async () => {
      while (!state.isDone) {
        swap('../secret.txt');
        await new Promise(setImmediate);
        swap('a.txt');
        await new Promise(setImmediate);
      }
    })();
    const seen = new Set((await Promise.all(opening)).flat());
    state.isDone = true;
    await swapping;
    site.remove();
    expect([...seen]).toEqual(['public']);
  });
});

describe('what is opened', () => {
  it('is a file or a folder of the root, not a pipe or what does not exist', async () => {
    const site = createSite({ 'a.txt': 'a', 'docs/b.txt': 'b' });
    execFileSync('mkfifo', [join(site.root, 'pipe')]);
    const at = (name: string) => OpenFile.at(join(site.root, name), placesOf(site.root));
    try {
      expect(await at('docs')).toBe('folder');
      expect([await at('pipe'), await at('absent'), await at('..')]).toEqual([null, null, null]);
      expect(await OpenFile.at(join(site.root, 'pipe'), null)).toBeNull();
    } finally {
      site.remove();
    }
  });
});

async function opened(root: string): Promise<OpenFile> {
  const file = await OpenFile.at(join(root, 'a.txt'), placesOf(root));
  if (!(file instanceof OpenFile)) throw new Error('the file was not opened');
  return file;
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function placesOf(root: string): ProvenPlaces {
  return new ProvenPlaces(root, Date.now);
}
