import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../src/database/database.js';
import { openEmbedded } from '../src/database/embedded.js';
import { migrate } from '../src/database/migrate.js';
import { LoanStore } from '../src/loans/loan-store.js';

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'last-copy-'));
  database = await openEmbedded(folder);
  await migrate(database, async (query) => {
    await query(
      `INSERT INTO books (title, author, year, language) VALUES ('One', 'A', 1900, 'en')`,
    );
    await query(`INSERT INTO people (name, password, role)
      SELECT 'reader ' || number, '', 'reader' FROM generate_series(1, 5) AS number`);
  });
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

// Requests over a socket reach the embedded database one after the other: their statements do not mix.
it('gives the last copy to one of five people who want it in the same turn, on the embedded database', async () => {
  const loans = new LoanStore(database, () => Promise.resolve());
  const people = [1, 2, 3, 4, 5];
  const results = await Promise.allSettled(people.map((person) => loans.borrow(1, person)));
  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : ''));
  expect(codes.toSorted()).toEqual(['', ...Array.from({ length: 4 }, () => 'NO_COPY_LEFT')]);
});
