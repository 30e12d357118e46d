import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from '../../src/command-line/import-file.js';
import { writeBooks } from '../../src/command-line/write-books.js';
import { libraryContract } from '../../src/contract.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn } from '../visitor.js';
import { librarian } from './api.js';

export function csvImportRules(library: () => RunningLibrary): void {
  const clientOf = () => {
    const transport = fetchTransport({ headers: librarian });
    return createClient(libraryContract, { baseUrl: `${library().url}/api`, transport });
  };
  const titlesOf = async (author: string) => {
    const { query } = library().services.database;
    const sql = 'SELECT title FROM books WHERE author = $1 ORDER BY id';
    return (await query<{ title: string }>(sql, [author])).map(({ title }) => title);
  };
  const start = async (name = 'books.csv') => {
    const id = crypto.randomUUID();
    await clientOf().imports.start({ args: { id }, body: { name } });
    return id;
  };
  const send = async (id: string, query: string, lines: readonly string[]) => {
    const response = await fetch(`${library().url}/api/imports/${id}/lines?${query}`, {
      ...{ method: 'POST', body: lines.join('\r\n') },
      headers: { ...librarian, 'Content-Type': 'text/csv', Accept: 'application/json' },
    });
    return (await response.json()) as { status?: number; code?: string; lines: number };
  };
  const inFolder = async (use: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    try {
      await use(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('adds the records of a CSV file, in any order of columns, and reports refused ones with their first line', async () => {
    const author = crypto.randomUUID();
    const id = await start();
    const state = await send(id, 'from=0', [
      'Language, Year, Title, Author, Shelf',
      `English,1815,"Emma, or ""Emma""",${author},7`,
      `English,1817,"Northanger`,
      `Abbey",${author},7`,
      '',
      `English,soon,Sanditon,${author},7`,
      `English,1811,${author}`,
      `English,1811,5" of snow,${author},7`,
      `English,1818,Persuasion,${author},7`,
    ]);
    expect(state).toMatchObject({
      ...{ lines: 9, added: 3, finished: true },
      refused: [
        { line: 6, reason: 'Enter the year of first publication as a whole number up to 2100.' },
        { line: 7, reason: 'The line has 3 fields, but the first line names 5.' },
        { line: 8, reason: 'The quotes are wrong: write "a ""quoted"" word".' },
      ],
    });
    const titles = ['Emma, or "Emma"', 'Northanger\nAbbey', 'Persuasion'];
    expect(await titlesOf(author)).toEqual(titles);
  });

  it('continues CSV after the records that are stored, with the columns of its first line', async () => {
    const author = crypto.randomUUID();
    const id = await start();
    const lines = ['title,author,year,language', `a,${author},1,x`, `"b`, `c",${author},2,x`];
    // The record of two lines is not complete: it is left to the next request.
    expect(await send(id, 'from=0&last=false', lines.slice(0, 3))).toMatchObject({ lines: 2 });
    expect(await send(id, 'from=0', lines)).toMatchObject({ status: 409 });
    expect(await send(id, 'from=2', lines.slice(2))).toMatchObject({ lines: 4, finished: true });
    expect(await titlesOf(author)).toEqual(['a', 'b\nc']);
  });

  it('refuses CSV whose first line does not name the columns, at once, and stores nothing', async () => {
    const id = await start();
    const refusal = { status: 422, code: 'IMPORT_COLUMNS' };
    expect(await send(id, 'from=0', ['Emma,Austen,1815,English'])).toMatchObject(refusal);
    await inFolder(async (folder) => {
      const file = join(folder, 'books.csv');
      await writeFile(file, 'title,author\nEmma,Austen\n');
      const options = { client: clientOf(), url: library().url, headers: librarian, file };
      await expect(importFile({ ...options, print: () => undefined })).rejects.toThrow(
        'must name the columns title,author,year,language',
      );
    });
    const state = await clientOf().imports.show({ args: { id } });
    expect(state.described && state.body).toMatchObject({ lines: 0, finished: false });
  });

  it('names the position of lines that do not follow those stored, before it reads the columns', async () => {
    const refusal = { status: 409, code: 'IMPORT_POSITION', lines: 0 };
    expect(await send(await start(), 'from=7', ['Emma,Austen,1815,English'])).toMatchObject(
      refusal,
    );
  });

  it('refuses an empty file of CSV, and takes the corrected one', async () => {
    const id = await start();
    expect(await send(id, 'from=0', [])).toMatchObject({ status: 422, code: 'IMPORT_COLUMNS' });
    // There are other lines to come.
    expect(await send(id, 'from=0&last=false', [])).toMatchObject({ lines: 0, finished: false });
    const right = ['title,author,year,language', `a,${crypto.randomUUID()},1,x`];
    expect(await send(id, 'from=0', right)).toMatchObject({ lines: 2, added: 1, finished: true });
  });

  it.each(['ndjson', 'csv'])('imports the books of a written .%s file once', async (ending) => {
    await inFolder(async (folder) => {
      const file = join(folder, `books.${ending}`);
      const count = await writeBooks(450 * 1024, file);
      const options = { client: clientOf(), url: library().url, headers: librarian, file };
      for (let time = 0; time < 2; time++) {
        const state = await importFile({ ...options, print: () => undefined });
        expect(state).toMatchObject({ added: count, refused: [], finished: true });
      }
      const { query } = library().services.database;
      const sql = "DELETE FROM books WHERE title LIKE '%, volume %' RETURNING title";
      const rows = await query<{ title: string }>(sql);
      expect([rows.length, new Set(rows.map(({ title }) => title)).size]).toEqual([count, count]);
    });
  });

  it('imports CSV by a form, and continues when the form is sent again', async () => {
    const visitor = await signedIn(library().url, 'librarian');
    const id = /name="id" value="(.+?)"/.exec(await visitor.open('/import'))?.[1] ?? '';
    const author = crypto.randomUUID();
    const first = ['title,author,year,language', `a,${author},1,x`, ''];
    await clientOf().imports.start({ args: { id }, body: { name: 'books.csv' } });
    await send(id, 'from=0&last=false', first);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...visitor.tokens, id })) body.append(name, value);
    body.append('file', new Blob([`${first.join('\n')}b,${author},2,x\n`]), 'books.csv');
    expect((await visitor.send('POST', '/import', { body })).status).toBe(303);
    expect(await visitor.open(`/import/${id}`)).toContain('3 lines');
    expect(await titlesOf(author)).toEqual(['a', 'b']);
  });
}
