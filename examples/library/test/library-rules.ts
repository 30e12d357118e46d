import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookPage } from '../src/books/book-store.js';
import type { Book } from '../src/books/book.js';
import { librarian, type RunningLibrary, visitor } from './running-library.js';

const candide = { title: 'Candide', author: 'Voltaire', year: 1759, language: 'French' };

/** The rules of the service, over a real socket, with any of the databases. */
export function libraryRules(start: () => Promise<RunningLibrary>): void {
  let library: RunningLibrary;

  beforeAll(async () => {
    library = await start();
  });
  afterAll(async () => {
    await library.close();
  });

  const send = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${library.url}${path}`, { method, redirect: 'manual', ...init });
  const sendJson = (method: string, path: string, body: unknown, authorization = librarian) =>
    send(method, path, {
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const sendForm = (path: string, fields: Record<string, string>, headers = {}) =>
    send('POST', path, {
      headers: { Authorization: librarian, Accept: 'text/html', ...headers },
      body: new URLSearchParams(fields),
    });
  const create = async (book: object = candide): Promise<Book> =>
    (await (await sendJson('POST', '/api/library/books', book)).json()) as Book;
  const list = async (query = ''): Promise<BookPage> =>
    (await (await send('GET', `/api/library/books${query}`)).json()) as BookPage;

  describe('the API', () => {
    it('lists the initial books, one page at a time', async () => {
      const first = await list();
      expect(first.total).toBeGreaterThanOrEqual(120);
      expect(first.books).toHaveLength(20);
      const second = await list('?page=2');
      expect(second.page).toBe(2);
      expect(second.books[0]?.id).not.toBe(first.books[0]?.id);
      expect((await list('?page=9999')).page).toBe(first.pages);
    });

    it('searches titles and authors in any case, and treats % and _ literally', async () => {
      const found = await list('?q=DON%20QUI');
      expect(found.books.map(({ author }) => author)).toContainEqual(
        expect.stringContaining('Cervantes'),
      );
      expect((await list('?q=%25')).total).toBe(0);
      expect((await list('?q=_')).total).toBe(0);
    });

    it('creates a book and says where it is', async () => {
      const response = await sendJson('POST', '/api/library/books', candide);
      expect(response.status).toBe(201);
      const book = (await response.json()) as Book;
      expect(book).toEqual({ ...candide, id: book.id });
      const read = await send('GET', response.headers.get('Location') ?? '');
      expect(await read.json()).toEqual(book);
    });

    it('changes a book', async () => {
      const { id } = await create();
      const response = await sendJson('PUT', `/api/library/books/${id}`, {
        ...candide,
        year: 1760,
      });
      expect(response.status).toBe(200);
      const read = await send('GET', `/api/library/books/${id}`);
      expect(await read.json()).toEqual({ ...candide, id, year: 1760 });
    });

    it('deletes a book, once', async () => {
      const { id } = await create();
      const remove = () =>
        send('DELETE', `/api/library/books/${id}`, { headers: { Authorization: librarian } });
      const response = await remove();
      expect(response.status).toBe(204);
      expect(await response.text()).toBe('');
      expect((await remove()).status).toBe(404);
      expect((await send('GET', `/api/library/books/${id}`)).status).toBe(404);
    });

    it('keeps text unchanged: quotes, markup, any language', async () => {
      const book = { ...candide, title: `'); DROP TABLE books; -- <b>"Кобзар" & 心` };
      const { id } = await create(book);
      const read = await send('GET', `/api/library/books/${id}`);
      expect(await read.json()).toEqual({ ...book, id });
    });

    it.each([
      ['broken JSON', '{"title": '],
      ['a scalar', '"Candide"'],
      ['an empty body', ''],
      ['a missing field', { ...candide, title: undefined }],
      ['a year that is not a number', { ...candide, year: 'long ago' }],
    ])('responds with 422 to %s and stores nothing', async (_, body) => {
      const before = (await list()).total;
      const response = await sendJson('POST', '/api/library/books', body);
      expect(response.status).toBe(422);
      expect((await list()).total).toBe(before);
    });

    it.each(['999999999', '0', '-1', 'x', '1e3', '99999999999999999999'])(
      'responds with 404 to the unknown id %s, for every method',
      async (id) => {
        expect((await send('GET', `/api/library/books/${id}`)).status).toBe(404);
        expect((await sendJson('PUT', `/api/library/books/${id}`, candide)).status).toBe(404);
      },
    );

    it('responds with 405 and the allowed methods', async () => {
      const response = await send('PATCH', '/api/library/books/1');
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, HEAD, PUT, DELETE');
    });
  });

  describe('the guard', () => {
    it.each([
      ['no credentials', undefined],
      ['a wrong password', `Basic ${Buffer.from('librarian:loud').toString('base64')}`],
      ['another scheme', 'Bearer librarian'],
      ['credentials that are not base64', 'Basic ?'],
    ])('responds with 401 to %s and says how to authenticate', async (_, authorization) => {
      const response = await send('DELETE', '/api/library/books/1', {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic realm=/);
      expect((await send('GET', '/api/library/books/1')).status).toBe(200);
    });

    it('responds with 403 to a user without the permission', async () => {
      const response = await sendJson('POST', '/api/library/books', candide, visitor);
      expect(response.status).toBe(403);
    });

    it.each(['http://elsewhere.example', 'null'])(
      'responds with 403 to a change from the origin %s',
      async (origin) => {
        const response = await sendForm(
          '/library/books/1',
          { _METHOD: 'DELETE' },
          { Origin: origin },
        );
        expect(response.status).toBe(403);
        expect((await send('GET', '/api/library/books/1')).status).toBe(200);
      },
    );
  });

  describe('errors', () => {
    it('say what is missing, as JSON and as a page', async () => {
      const path = '/library/books/0';
      const json = await send('GET', `/api${path}`, { headers: { Accept: 'application/json' } });
      expect(await json.json()).toMatchObject({ description: 'There is no such book.' });
      const page = await send('GET', path, { headers: { Accept: 'text/html' } });
      expect(await page.text()).toContain('There is no such book.');
    });

    it('are JSON or a page, by Accept', async () => {
      const json = await send('GET', '/nowhere', { headers: { Accept: 'application/json' } });
      expect(json.status).toBe(404);
      expect(json.headers.get('Content-Type')).toMatch(/^application\/json/);
      await json.json();
      const page = await send('GET', '/nowhere', { headers: { Accept: 'text/html' } });
      expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(await page.text()).toContain('<html');
    });
  });

  it('sends errors of the API as JSON to clients that accept anything', async () => {
    const response = await send('GET', '/api/library/books/0', { headers: { Accept: '*/*' } });
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  });

  describe('the pages', () => {
    it('lead from the root to the catalogue', async () => {
      const response = await send('GET', '/');
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe('/library');
    });

    it('show text escaped', async () => {
      await create({ ...candide, title: '<script>alert("Zadig")</script>' });
      const page = await (await send('GET', '/library?q=Zadig')).text();
      expect(page).toContain('&lt;script&gt;alert(&quot;Zadig&quot;)&lt;/script&gt;');
      expect(page).not.toContain('<script>');
    });

    it('add a book by a form, and show it', async () => {
      const response = await sendForm('/library/books', { ...candide, year: '1759' });
      expect(response.status).toBe(303);
      const page = await send('GET', response.headers.get('Location') ?? '');
      expect(await page.text()).toContain('Voltaire, 1759');
    });

    it('change a book by a form that overrides the method with PUT', async () => {
      const { id } = await create();
      const form = { ...candide, _METHOD: 'PUT', year: '1761' };
      const response = await sendForm(`/library/books/${id}`, form);
      expect(response.status).toBe(303);
      const read = await send('GET', `/api/library/books/${id}`);
      expect(await read.json()).toEqual({ ...candide, id, year: 1761 });
    });

    it('delete a book by a form that overrides the method with DELETE', async () => {
      const { id } = await create();
      const response = await sendForm(`/library/books/${id}`, { _METHOD: 'DELETE' });
      expect(response.status).toBe(303);
      expect((await send('GET', `/api/library/books/${id}`)).status).toBe(404);
    });

    it('show a form again with the errors and the input', async () => {
      const response = await sendForm('/library/books', { ...candide, title: ' ', year: 'soon' });
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain('Give the title');
      expect(page).toContain('value="Voltaire"');
    });
  });

  it('logs one line per request, with the method that was sent', async () => {
    const { id } = await create();
    const before = library.log.length;
    await sendForm(`/library/books/${id}`, { _METHOD: 'DELETE' });
    expect(library.log.slice(before)).toEqual([
      expect.stringMatching(new RegExp(`^POST /library/books/${id} 303 \\d+\\.\\d ms$`)),
    ]);
  });
}
