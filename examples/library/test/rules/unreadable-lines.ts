import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from '../../src/command-line/import-file.js';
import { libraryContract } from '../../src/contract.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn } from '../visitor.js';
import { librarian } from './api.js';

const LONG = 'x'.repeat(65_537);
const REFUSED = [
  { line: 3, reason: 'The line is longer than 64 KiB.' },
  { line: 4, reason: 'The line is not valid UTF-8.' },
];

export function unreadableLineRules(library: () => RunningLibrary): void {
  const clientOf = () => {
    const transport = fetchTransport({ headers: librarian });
    return createClient(libraryContract, { baseUrl: `${library().url}/api`, transport });
  };
  const titlesOf = async (author: string) => {
    const { query } = library().services.database;
    const sql = 'SELECT title FROM books WHERE author = $1 ORDER BY id';
    return (await query<{ title: string }>(sql, [author])).map(({ title }) => title);
  };
  const json = (title: string, author: string) =>
    JSON.stringify({ title, author, year: 1900, language: 'English' });
  /** Five lines, of which the third and the fourth cannot be read. */
  const fileOf = (first: string, second: string, last: string) =>
    Buffer.concat([
      Buffer.from(`${first}\n${second}\n${LONG}\n`),
      Buffer.from('\xe9\n', 'latin1'),
      Buffer.from(`${last}\n`),
    ]);

  it.each([
    [
      'books.ndjson',
      'application/x-ndjson',
      (author: string) => fileOf(json('a', author), json('b', author), json('c', author)),
      ['a', 'b', 'c'],
    ],
    [
      'books.csv',
      'text/csv',
      (author: string) =>
        fileOf('title,author,year,language', `a,${author},1,x`, `c,${author},1,x`),
      ['a', 'c'],
    ],
  ])(
    'refuse one line of %s each, and the others are stored',
    async (name, type, fileBy, titles) => {
      const author = crypto.randomUUID();
      const id = crypto.randomUUID();
      await clientOf().imports.start({ args: { id }, body: { name } });
      const response = await fetch(`${library().url}/api/imports/${id}/lines?from=0`, {
        ...{ method: 'POST', body: fileBy(author) },
        headers: { ...librarian, 'Content-Type': type, Accept: 'application/json' },
      });
      expect(await response.json()).toMatchObject({ lines: 5, finished: true, refused: REFUSED });
      expect(await titlesOf(author)).toEqual(titles);
    },
  );

  it('end a field in quotes, which is refused with its own line', async () => {
    const author = crypto.randomUUID();
    const id = crypto.randomUUID();
    await clientOf().imports.start({ args: { id }, body: { name: 'books.csv' } });
    const response = await fetch(`${library().url}/api/imports/${id}/lines?from=0`, {
      method: 'POST',
      body: fileOf('title,author,year,language', `"a`, `c,${author},1,x`),
      headers: { ...librarian, 'Content-Type': 'text/csv', Accept: 'application/json' },
    });
    const quotes = { line: 2, reason: 'The quotes are wrong: write "a ""quoted"" word".' };
    expect(await response.json()).toMatchObject({ lines: 5, refused: [quotes, ...REFUSED] });
    expect(await titlesOf(author)).toEqual(['c']);
  });

  it('are refused when the command line sends them', async () => {
    const author = crypto.randomUUID();
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'books.ndjson');
    // The fourth line is UTF-8 up to one byte; the next one has what only `readline` takes for the end of a line.
    const broken = Buffer.from(json('caf\xe9', author), 'latin1');
    const others = `${json('a', author)}\r\n\n${LONG}\n`;
    const last = json('b\u2028c', author);
    await writeFile(file, Buffer.concat([Buffer.from(others), broken, Buffer.from(`\n${last}`)]));
    const options = { client: clientOf(), url: library().url, headers: librarian, file };
    const state = await importFile({ ...options, print: () => undefined });
    expect(state).toMatchObject({ lines: 5, finished: true });
    expect(state.refused).toEqual(REFUSED);
    expect(await titlesOf(author)).toEqual(['a', 'b\u2028c']);
    await rm(folder, { recursive: true });
  });

  it('are in the report of an import by a form', async () => {
    const visitor = await signedIn(library().url, 'librarian');
    const id = /name="id" value="(.+?)"/.exec(await visitor.open('/import'))?.[1] ?? '';
    const author = crypto.randomUUID();
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...visitor.tokens, id })) body.append(name, value);
    const file = fileOf(json('a', author), json('b', author), json('c', author));
    body.append('file', new Blob([file]), 'books.ndjson');
    expect((await visitor.send('POST', '/import', { body })).status).toBe(303);
    const report = await visitor.open(`/import/${id}`);
    for (const { line, reason } of REFUSED) {
      expect(report).toContain(`<td>${line}</td><td>${reason}</td>`);
    }
    expect(await titlesOf(author)).toEqual(['a', 'b', 'c']);
  });
}
