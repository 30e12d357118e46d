import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectErrorPage } from './error-page.js';
import { type LibraryProcess, startLibrary } from './library-process.js';
import { PNG } from './pictures.js';
import { signedIn, Visitor } from './visitor.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '' } = process.env;
const on = withService(databaseUrl !== '', 'the library on a full disk (DATABASE_URL is not set)');

// A file system of its own for the process, which ends with it. Containers can forbid that, whatever is installed.
const hasOwnDisk = spawnSync('unshare', ['-rm', 'true']).status === 0;

(hasOwnDisk ? on : describe.skip)('a library whose disk has room for 1 MiB', () => {
  let TMPDIR: string;
  let library: LibraryProcess;

  beforeAll(async () => {
    TMPDIR = await mkdtemp(join(tmpdir(), 'library-full-'));
    const mounted = 'mount -t tmpfs -o size=1m none "$TMPDIR" && exec "$@"';
    const wrapper = ['unshare', '-rm', 'sh', '-c', mounted, 'sh'];
    library = await startLibrary(databaseUrl, { TMPDIR }, wrapper);
  }, 120_000);
  afterAll(async () => {
    library.child.kill('SIGINT');
    await once(library.child, 'exit');
    await library.close();
    await rm(TMPDIR, { recursive: true });
  });

  /** Sends a form of a librarian with one file. */
  async function upload(path: string, field: string, bytes: string, others = {}) {
    const librarian = await signedIn(library.url, 'librarian');
    await librarian.open('/import');
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...librarian.tokens, ...others }))
      body.set(name, String(value));
    body.set(field, new Blob([Buffer.from(bytes, 'latin1')]), 'file');
    return librarian.send('POST', path, { body });
  }

  it('refuses an import for which there is no room, stores nothing of it, and takes the next one', async () => {
    const book = { title: 'x', author: 'No Room', year: 1, language: 'English' };
    const send = (lines: number) =>
      upload('/import', 'file', `${JSON.stringify(book)}\n`.repeat(lines), {
        id: crypto.randomUUID(),
      });
    const page = await expectErrorPage(await send(100_000), '503 Service Unavailable');
    expect(page).toContain('There is no room for this file');
    const visitor = new Visitor(library.url);
    expect(await visitor.open('/books?q=No+Room')).toContain('No books found');
    expect((await send(10)).status).toBe(303);
  });

  it('refuses a cover for which there is no room, keeps the old one, and takes the next one', async () => {
    const typeOf = async () =>
      (await fetch(`${library.url}/books/51/cover`)).headers.get('Content-Type');
    const send = (bytes: number) =>
      upload('/books/51/cover', 'cover', PNG.toString('latin1').padEnd(bytes, 'x'));
    const page = await expectErrorPage(await send(1_900_000), '503 Service Unavailable');
    expect(page).toContain('There is no room for this file');
    expect(await typeOf()).toBe('image/svg+xml');
    expect((await send(500_000)).status).toBe(303);
    expect(await typeOf()).toBe('image/png');
  });

  it('reports the one of several covers for which there is no room', async () => {
    const page = await upload(
      '/covers',
      'cover[52]',
      PNG.toString('latin1').padEnd(1_900_000, 'x'),
    );
    expect([page.status, await page.text()]).toEqual([
      422,
      expect.stringContaining('The server could not store the picture. Send it again.'),
    ]);
  });
});
