import { expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { searchBooks } from '../../src/command-line/search-books.js';
import { libraryContract } from '../../src/contract.js';
import type { RunningLibrary } from '../running-library.js';

/** `Authorization` of the demonstration's people. */
export const authorization = (name: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
export const librarian = authorization('librarian', 'quiet-please');
const reader = authorization('reader', 'just-looking');
const zadig = { title: 'Zadig', author: 'Voltaire', year: 1747, language: 'French', copies: 1 };

export function apiRules(library: () => RunningLibrary): void {
  const clientOf = (headers: Record<string, string>) => {
    const transport = fetchTransport({ headers });
    return createClient(libraryContract, { baseUrl: `${library().url}/api`, transport });
  };
  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    fetch(library().url + path, {
      ...{ method, body: typeof body === 'string' ? body : JSON.stringify(body) },
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  it('searches by a typed client, and on the command line', async () => {
    const result = await clientOf({}).books.list({ query: { q: 'quixote' } });
    expect(result.described && result.body.books[0]?.author).toBe('Miguel de Cervantes');
    const lines: string[] = [];
    await searchBooks(clientOf({}), 'quixote', (line) => lines.push(line));
    expect(lines).toEqual([expect.stringContaining('Quixote'), '1 found']);
  });

  it('says on the command line how many books it does not list, and what is wrong with a search', async () => {
    const lines: string[] = [];
    await searchBooks(clientOf({}), '', (line) => lines.push(line));
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toMatch(/^\d{3,} found; these are the first 20: add words to find fewer$/);
    const long = searchBooks(clientOf({}), 'x'.repeat(201), (line) => lines.push(line));
    await expect(long).rejects.toThrow(/^The request has 1 invalid value\.\n#\/q: .*200/);
  });

  it('describes how lines of an import are sent', async () => {
    const { paths } = (await (await fetch(`${library().url}/openapi.json`)).json()) as {
      paths: Record<string, { post?: object }>;
    };
    expect(paths['/api/imports/{id}/lines']?.post).toMatchObject({
      ...{ operationId: 'imports.lines', summary: 'Send lines of an import', tags: ['imports'] },
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'from', in: 'query', required: true },
        { name: 'last', in: 'query', schema: { enum: ['true', 'false'], default: 'true' } },
      ],
      requestBody: { content: { 'application/x-ndjson': {}, 'text/csv': {} } },
      responses: { 200: {}, 401: {}, 403: {}, 415: {}, 422: {}, 429: {} },
    });
  });

  it('describes and shows itself', async () => {
    const document = (await (await fetch(`${library().url}/openapi.json`)).json()) as {
      paths: object;
    };
    expect(Object.keys(document.paths)).toContain('/api/books/{id}/loan');
    const page = await fetch(`${library().url}/docs`);
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
  });

  it.each([
    ['a visitor', {}, 401],
    ['a wrong password', authorization('librarian', 'loud'), 401],
    ['a reader', reader, 403],
    ['a librarian', librarian, 201],
  ])('responds to a new book of %s with its status', async (_, headers, status) => {
    const response = await send('POST', '/api/books', zadig, headers);
    expect(response.status).toBe(status);
    expect(response.headers.has('WWW-Authenticate')).toBe(status === 401);
  });

  it('adds a book once for each Idempotency-Key', async () => {
    const headers = { ...librarian, 'Idempotency-Key': `"${crypto.randomUUID()}"` };
    const [first, second] = [
      await send('POST', '/api/books', zadig, headers),
      await send('POST', '/api/books', zadig, headers),
    ];
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
  });

  it('lends and takes back, and says with a code why not', async () => {
    const { loans } = clientOf(reader);
    expect((await loans.borrow({ args: { id: 30 } })).status).toBe(204);
    const again = await loans.borrow({ args: { id: 30 } });
    expect(!again.described && again.problem?.code).toBe('ALREADY_BORROWED');
    const mine = await loans.mine();
    expect(mine.described && mine.body.map(({ book }) => book)).toContain(30);
    expect((await loans.giveBack({ args: { id: 30 } })).status).toBe(204);
  });

  it.each([
    ['broken JSON', '{"title": ', 400, undefined],
    ['a scalar', '"Zadig"', 400, undefined],
    ['a missing field', { ...zadig, title: undefined }, 422, '#/title'],
    ['a year that is text', { ...zadig, year: '1747' }, 422, '#/year'],
    ['NUL in a title', { ...zadig, title: 'a\0b' }, 422, '#/title'],
    [
      'half a character',
      `{"title":"\\ud800","author":"a","year":1,"language":"b"}`,
      400,
      undefined,
    ],
    ['too many copies', { ...zadig, copies: 1e9 }, 422, '#/copies'],
  ])('responds to %s with a problem that names the place', async (_, body, status, pointer) => {
    const response = await send('POST', '/api/books', body, librarian);
    const problem = (await response.json()) as { errors?: { pointer: string }[] };
    expect([response.status, problem.errors?.[0]?.pointer]).toEqual([status, pointer]);
  });

  it.each(['/api/books?page=0', '/api/books?page=x', `/api/books?q=${'x'.repeat(201)}`])(
    'responds to the query %.30s with 422',
    async (path) => {
      expect((await fetch(library().url + path)).status).toBe(422);
    },
  );

  it.each([
    ['GET', '/api/books/0'],
    ['GET', '/api/books/99999999'],
    ['POST', '/api/books/99999999/loan'],
    ['DELETE', '/api/books/99999999/loan'],
  ])('responds to %s %s with a problem', async (method, path) => {
    const headers = { ...reader, Accept: 'application/problem+json' };
    const response = await fetch(library().url + path, { method, headers });
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      ...{ title: 'Not Found', status: 404, code: 'BOOK_UNKNOWN' },
      detail: 'There is no such book.',
    });
  });

  it('names what it refuses, by status and code', async () => {
    const { paths } = (await (await fetch(`${library().url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { parameters: object[]; responses: object }>>;
    };
    const codesOf = (path: string, method: string) => {
      const text = JSON.stringify(paths[path]?.[method]?.responses);
      return [...text.matchAll(/schemas\/(\w+)Problem"/g)].map(([, name]) => name);
    };
    expect(codesOf('/api/books/{id}', 'get')).toContain('BookUnknown');
    expect(codesOf('/api/books/{id}/loan', 'post')).toEqual(
      expect.arrayContaining(['BookUnknown', 'AlreadyBorrowed', 'NoCopyLeft']),
    );
    expect(codesOf('/api/books/{id}/loan', 'delete')).toEqual(
      expect.arrayContaining(['BookUnknown', 'NotBorrowed']),
    );
    expect(codesOf('/api/imports/{id}', 'put')).toContain('ImportName');
    expect(codesOf('/api/imports/{id}', 'get')).toContain('ImportUnknown');
    expect(codesOf('/api/imports/{id}/lines', 'post')).toEqual(
      expect.arrayContaining(['ImportUnknown', 'ImportPosition', 'ImportType', 'ImportColumns']),
    );
    expect(paths['/api/books']?.['post']?.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
    ]);
  });
}
