import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from '../../src/command-line/import-file.js';
import { libraryContract } from '../../src/contract.js';
import type { RunningLibrary } from '../running-library.js';
import { signedIn } from '../visitor.js';
import { authorization, librarian } from './api.js';

/** Books that no other test has, as NDJSON. */
function linesOf(author: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({ title: `Volume ${index + 1}`, author, year: 1900, language: 'English' }),
  );
}

export function importRules(library: () => RunningLibrary): void {
  const clientOf = () => {
    const transport = fetchTransport({ headers: librarian });
    return createClient(libraryContract, { baseUrl: `${library().url}/api`, transport });
  };
  const countOf = async (author: string) => {
    const { query } = library().services.database;
    const sql = 'SELECT count(*)::integer AS count FROM books WHERE author = $1';
    return (await query<{ count: number }>(sql, [author]))[0]?.count;
  };
  const send = (id: string, query: string, lines: readonly string[]) =>
    fetch(`${library().url}/api/imports/${id}/lines?${query}`, {
      ...{ method: 'POST', body: lines.join('\n') },
      headers: { ...librarian, 'Content-Type': 'application/x-ndjson', Accept: 'application/json' },
    });
  const start = async () => {
    const id = crypto.randomUUID();
    await clientOf().imports.start({ args: { id }, body: { name: 'test' } });
    return id;
  };

  it('adds the lines of a file, reports those that it refuses, and adds nothing when it is sent again', async () => {
    const author = crypto.randomUUID();
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'books.ndjson');
    await writeFile(file, [...linesOf(author, 6_000), 'not JSON', '{"title":"x"}'].join('\n'));
    const printed: string[] = [];
    const options = { client: clientOf(), url: library().url, headers: librarian, file };
    const print = (line: string) => void printed.push(line);
    for (let time = 0; time < 2; time++) {
      const state = await importFile({ ...options, print });
      expect(state).toMatchObject({ lines: 6_002, added: 6_000, finished: true });
    }
    expect(await countOf(author)).toBe(6_000);
    expect(printed).toContain('Line 6001 was refused: This is not JSON: write one book per line.');
    expect(printed.filter((line) => line.startsWith('['))).toHaveLength(2); // nothing is sent again
    await rm(folder, { recursive: true });
  });

  it('keeps what was stored when the client breaks off, and continues there', async () => {
    const author = crypto.randomUUID();
    const id = await start();
    const lines = linesOf(author, 1_200);
    const sent = sendPart(library().url, id, `${lines.slice(0, 700).join('\n')}\n{"title":"Vol`);
    await until(async () => {
      const state = await clientOf().imports.show({ args: { id } });
      return state.status === 200 && state.described && state.body.lines === 500;
    });
    sent.destroy();
    const response = await send(id, 'from=500', lines.slice(500));
    expect(await response.json()).toMatchObject({ lines: 1_200, added: 1_200, finished: true });
    expect(await countOf(author)).toBe(1_200);
  });

  it('refuses lines that do not follow those stored, and says where to continue', async () => {
    const author = crypto.randomUUID();
    const id = await start();
    const lines = linesOf(author, 10);
    const statuses = await Promise.all(
      [1, 2].map(async () => (await send(id, 'from=0&last=false', lines)).status),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await (await send(id, 'from=3', lines)).json()).toMatchObject({ lines: 10 });
    expect(await countOf(author)).toBe(10);
  });

  it('is not finished by lines that do not follow those stored', async () => {
    const id = await start();
    await send(id, 'from=0&last=false', linesOf(crypto.randomUUID(), 3));
    expect((await send(id, 'from=7', [])).status).toBe(409);
    const state = await clientOf().imports.show({ args: { id } });
    expect(state.described && state.body).toMatchObject({ lines: 3, finished: false });
    expect((await send(id, 'from=3', [])).status).toBe(200);
  });

  it('lists 100 refused lines, and says how many there are', async () => {
    const id = await start();
    const lines = Array.from({ length: 150 }, () => 'not JSON');
    const state = (await (await send(id, 'from=0', lines)).json()) as { refused: object[] };
    expect(state).toMatchObject({ refusedLines: 150 });
    expect(state.refused).toHaveLength(100);
    const visitor = await signedIn(library().url, 'librarian');
    expect(await visitor.open(`/import/${id}`)).toContain('and 50 more');
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'books.ndjson');
    await writeFile(file, lines.join('\n'));
    const printed: string[] = [];
    const options = { client: clientOf(), url: library().url, headers: librarian, file };
    await importFile({ ...options, print: (line) => void printed.push(line) });
    expect(printed).toContain('and 50 more');
    await rm(folder, { recursive: true });
  });

  it('ends the command line where the same lines would be refused again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'refused.ndjson');
    await writeFile(file, linesOf(crypto.randomUUID(), 1).join(''));
    const print = () => undefined;
    const options = { client: clientOf(), url: library().url, print, file };
    const sent = importFile({ ...options, headers: authorization('reader', 'just-looking') });
    await expect(sent).rejects.toThrow('Only librarians can do this.');
    await rm(folder, { recursive: true });
  });

  it('names one line and one book in the singular', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'one.ndjson');
    await writeFile(file, linesOf(crypto.randomUUID(), 1).join(''));
    const printed: string[] = [];
    const options = { client: clientOf(), url: library().url, headers: librarian, file };
    const { id } = await importFile({ ...options, print: (line) => void printed.push(line) });
    expect(printed.at(-2)).toMatch(/ 1 of 1 line$/);
    expect(printed.at(-1)).toBe('Finished: 1 book added.');
    const visitor = await signedIn(library().url, 'librarian');
    expect(await visitor.open(`/import/${id}`)).toContain('1 line</span>, 1 book added');
    expect(await (await send(id, 'from=7', [])).json()).toMatchObject({
      detail: 'The import has 1 line: continue from there.',
    });
    await rm(folder, { recursive: true });
  });

  it.each([
    ['', 'from'],
    ['from=x', 'from'],
    ['from=-1', 'from'],
    ['from=2147483648', 'from'],
    ['from=0&last=FALSE', 'last'],
    ['from=0&last=0', 'last'],
    ['from=0&last=', 'last'],
  ])('responds to the query "%s" with 422, and stores nothing', async (query, name) => {
    const id = await start();
    const response = await send(id, query, linesOf(crypto.randomUUID(), 1));
    const { errors } = (await response.json()) as { errors: { in: string; pointer: string }[] };
    expect([response.status, errors]).toEqual([
      422,
      [{ in: 'query', pointer: `#/${name}`, detail: expect.any(String) }],
    ]);
    const state = await clientOf().imports.show({ args: { id } });
    expect(state.described && state.body).toMatchObject({ lines: 0, finished: false });
  });

  it('refuses another file for an import that has lines, and leaves it unchanged', async () => {
    const id = crypto.randomUUID();
    const { imports } = clientOf();
    await imports.start({ args: { id }, body: { name: 'a.ndjson' } });
    await send(id, 'from=0&last=false', linesOf(crypto.randomUUID(), 1));
    const other = await imports.start({ args: { id }, body: { name: 'books.csv' } });
    expect(!other.described && other.problem).toMatchObject({
      ...{ status: 409, code: 'IMPORT_NAME' },
      detail: 'This import was begun for “a.ndjson”. Choose another id for “books.csv”.',
    });
    const again = await imports.start({ args: { id }, body: { name: 'a.ndjson' } });
    const state = { name: 'a.ndjson', lines: 1, finished: false };
    expect([again.status, again.described && again.body]).toMatchObject([200, state]);
  });

  it('finds the import of a file that was renamed after it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const lines = linesOf(crypto.randomUUID(), 2).join('\n');
    for (const name of ['first.ndjson', 'second.ndjson']) {
      const file = join(folder, name);
      await writeFile(file, lines);
      const options = { client: clientOf(), url: library().url, headers: librarian, file };
      const state = await importFile({ ...options, print: () => undefined });
      expect(state).toMatchObject({ name: 'first.ndjson', added: 2, finished: true });
    }
    await rm(folder, { recursive: true });
  });

  it('takes no line that is empty for a book, and does not refuse it', async () => {
    const author = crypto.randomUUID();
    const id = await start();
    const [line = ''] = linesOf(author, 1);
    const response = await send(id, 'from=0', ['', `${line}\r`, '\r', ' \t', '']);
    const state = { lines: 4, added: 1, finished: true, refused: [], refusedLines: 0 };
    expect(await response.json()).toMatchObject(state);
  });

  it.each([
    ['books.csv', 'application/x-ndjson', 'text/csv'],
    ['books.ndjson', 'text/csv', 'application/x-ndjson'],
    ['books', 'text/csv', 'application/x-ndjson'],
  ])('refuses lines for %s that are %s, and stores nothing', async (name, type, right) => {
    const id = crypto.randomUUID();
    await clientOf().imports.start({ args: { id }, body: { name } });
    const response = await fetch(`${library().url}/api/imports/${id}/lines?from=0`, {
      ...{ method: 'POST', body: 'title,author,year,language\n' },
      headers: { ...librarian, 'Content-Type': type, Accept: 'application/json' },
    });
    expect(await response.json()).toMatchObject({
      ...{ status: 415, code: 'IMPORT_TYPE' },
      detail: `The lines of “${name}” have the media type ${right}.`,
    });
    const state = await clientOf().imports.show({ args: { id } });
    expect(state.described && state.body).toMatchObject({ lines: 0, finished: false });
  });

  it('responds to an import that was not begun, and to its lines, with a problem', async () => {
    const problem = { status: 404, code: 'IMPORT_UNKNOWN', detail: 'There is no such import.' };
    expect(await (await send('unknown', 'from=0', ['{}'])).json()).toMatchObject(problem);
    const state = await clientOf().imports.show({ args: { id: 'unknown' } });
    expect(!state.described && state.problem).toMatchObject(problem);
  });
}

/** Sends a part of a body; the connection stays open. */
function sendPart(url: string, id: string, part: string): ClientRequest {
  const sent = request(`${url}/api/imports/${id}/lines?from=0`, {
    method: 'POST',
    headers: { ...librarian, 'Content-Type': 'application/x-ndjson' },
  });
  sent.on('error', () => undefined);
  sent.write(part);
  return sent;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
