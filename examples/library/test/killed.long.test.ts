import { expect, it } from '@jest/globals';
import { borrowUntilKilled } from './borrow-until-killed.js';
import { startLibrary } from './library-process.js';
import { runLibrary } from './running-library.js';
import { signedIn } from './visitor.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '' } = process.env;
const on = withService(
  databaseUrl !== '',
  'the library in a process of its own (DATABASE_URL is not set)',
);

on('a library in a process of its own', () => {
  it('keeps each loan that it has confirmed, once, when it is killed in many', async () => {
    const killed = await startLibrary(databaseUrl);
    const reader = await signedIn(killed.url, 'reader');
    const { borrowed, refused } = await borrowUntilKilled(reader, killed.child);
    expect(refused).toEqual([]);
    const next = await runLibrary({ DATABASE_URL: killed.databaseUrl });
    const again = reader.at(next.url); // sessions are in the database, too
    const rows = await next.services.database.query<{ book: number }>(
      'SELECT book FROM loans WHERE person IS NOT NULL AND returned_at IS NULL',
    );
    const stored = rows.map(({ book }) => book);
    expect(stored).toHaveLength(new Set(stored).size);
    expect(stored).toEqual(expect.arrayContaining([...borrowed]));
    await again.open('/account');
    for (const kept of stored) {
      expect((await again.submit(`/books/${kept}/return`)).status).toBe(303);
    }
    await next.close();
    await killed.close();
  }, 120_000);
});
