import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  constants,
  openSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, waitForEvent } from '../../../../tooling/testing/wait-for.js';
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
      await expect(read(file)).rejects.toThrow('the file shrank while it was being read');
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

describe('an open file', () => {
  let site: ReturnType<typeof createSite>;
  beforeEach(() => {
    site = createSite({ 'a.txt': '0123456789', 'large.bin': 'x'.repeat(300_000) });
  });
  afterEach(() => {
    site.remove();
  });

  it('is read from a position, at most 256 KiB at once', async () => {
    const file = await opened(site.root, 'large.bin');
    expect((await file.read(1, 300_000)).length).toBe(262_144);
    expect((await file.read(1, 10)).length).toBe(10);
    expect((await file.read(299_999, 10)).length).toBe(1);
    file.close();
  });

  it('is read whole in several reads, and closed then', async () => {
    const file = await opened(site.root, 'large.bin');
    expect((await file.readAll()).length).toBe(300_000);
    await expect(file.read(0, 1)).rejects.toThrow('the file was closed while it was being read');
  });

  it('is closed when it cannot be read whole', async () => {
    const file = await opened(site.root);
    truncateSync(join(site.root, 'a.txt'), 4);
    await expect(file.readAll()).rejects.toThrow('shrank');
    await expect(file.read(0, 1)).rejects.toThrow('the file was closed while it was being read');
  });

  it('cannot be read while it waits for the end of a read to be closed', async () => {
    const file = await opened(site.root);
    const reading = file.read(0, 10);
    file.close();
    await expect(file.read(0, 1)).rejects.toThrow('the file was closed while it was being read');
    expect((await reading).length).toBe(10);
  });

  it('closes no file that was opened in its place when it is closed twice', async () => {
    const file = await opened(site.root);
    file.close();
    const next = await opened(site.root);
    file.close();
    expect((await next.read(0, 10)).length).toBe(10);
    next.close();
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
    const pipe = join(site.root, 'pipe');
    const at = (name: string) => OpenFile.at(join(site.root, name), placesOf(site.root));
    try {
      expect(await at('docs')).toBe('folder');
      expect([await at('absent'), await at('..')]).toEqual([null, null]);
      const opened = Promise.all([at('pipe'), OpenFile.at(pipe, null)]);
      expect(await waitForEvent('the pipe is refused', opened)).toEqual([null, null]);
    } finally {
      // An open that still waits for a writer ends.
      closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
      site.remove();
    }
  });
});

describe('an error of the file system', () => {
  const site = createSite({ 'a.txt': 'a' });
  afterAll(site.remove);
  // Few of them can be provoked here: what looks up the place of the file fails instead.
  const at = (code: string) => {
    const places = { contains: () => Promise.reject(Object.assign(new Error(code), { code })) };
    return OpenFile.at(join(site.root, 'a.txt'), places as unknown as ProvenPlaces);
  };
  const count = () => openFilesBelow(site.root, readlinkSync);
  const absent = ['EACCES', 'EINVAL', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOENT'];

  it.each([...absent, 'ENOTDIR', 'ENXIO', 'EPERM'])(
    '%s means that there is no file',
    async (code) => {
      expect(await at(code)).toBeNull();
    },
  );

  it.each(['EIO', 'EMFILE', 'ENFILE', 'ENOMEM'])(
    '%s is passed on, and the file closed',
    async (code) => {
      await expect(at(code)).rejects.toMatchObject({ code });
      await waitFor(() => (count() ?? 0) === 0);
    },
  );
});

async function opened(root: string, name = 'a.txt'): Promise<OpenFile> {
  const file = await OpenFile.at(join(root, name), placesOf(root));
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
