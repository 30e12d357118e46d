import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { expectErrorPage } from './error-page.js';
import { startLibrary } from './library-process.js';
import { runLibrary } from './running-library.js';
import { signedIn, Visitor } from './visitor.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '' } = process.env;
const on = withService(
  databaseUrl !== '',
  'the library in a process of its own (DATABASE_URL is not set)',
);

// A file system of its own for the process, which ends with it. Containers can forbid that, whatever is installed.
const hasOwnDisk = spawnSync('unshare', ['-rm', 'true']).status === 0;

on('a library in a process of its own', () => {
  it('keeps each loan that it has confirmed, once, when it is killed in many', async () => {
    const killed = await startLibrary(databaseUrl);
    const reader = await signedIn(killed.url, 'reader');
    const borrowed = new Set<number>();
    const books = Array.from({ length: 60 }, (_, index) => index + 1);
    const sent = books.map(async (book) => {
      const response = await reader.submit(`/books/${book}/borrow`);
      if (response.status !== 303) return;
      borrowed.add(book);
      if (borrowed.size === 5) killed.child.kill('SIGKILL');
    });
    await Promise.allSettled(sent);
    const next = await runLibrary({ DATABASE_URL: killed.databaseUrl });
    const again = reader.at(next.url); // sessions are in the database, too
    const rows = await next.services.database.query<{ book: number }>(
      'SELECT book FROM loans WHERE person IS NOT NULL AND returned_at IS NULL',
    );
    const stored = rows.map(({ book }) => book);
    expect(stored).toHaveLength(new Set(stored).size);
    expect(stored).toEqual(expect.arrayContaining([...borrowed]));
    expect(stored.length).toBeLessThan(books.length);
    await again.open('/account');
    for (const book of stored) {
      expect((await again.submit(`/books/${book}/return`)).status).toBe(303);
    }
    await next.close();
    await killed.close();
  }, 120_000);

  (hasOwnDisk ? it : it.skip)(
    'refuses a file for which the disk has no place, and goes on',
    async () => {
      const TMPDIR = await mkdtemp(join(tmpdir(), 'library-full-'));
      const mounted = 'mount -t tmpfs -o size=1m none "$TMPDIR" && exec "$@"';
      const wrapper = ['unshare', '-rm', 'sh', '-c', mounted, 'sh'];
      const library = await startLibrary(databaseUrl, { TMPDIR }, wrapper);
      try {
        const librarian = await signedIn(library.url, 'librarian');
        await librarian.open('/import');
        const upload = (lines: number) => {
          const body = new FormData();
          for (const [name, value] of Object.entries(librarian.tokens)) body.set(name, value);
          body.set('id', crypto.randomUUID());
          const line = JSON.stringify({
            title: 'x',
            author: 'No Room',
            year: 1,
            language: 'English',
          });
          body.set('file', new Blob([`${line}\n`.repeat(lines)]), 'books.ndjson');
          return librarian.send('POST', '/import', { body });
        };
        const page = await expectErrorPage(await upload(100_000), '503 Service Unavailable');
        expect(page).toContain('There is no room for this file');
        expect(await new Visitor(library.url).open('/books?q=No+Room')).toContain(
          'No book was found',
        );
        expect((await upload(10)).status).toBe(303);
        library.child.kill('SIGINT');
        await once(library.child, 'exit');
      } finally {
        await library.close();
        await rm(TMPDIR, { recursive: true });
      }
    },
    120_000,
  );
});
