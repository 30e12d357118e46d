import { expect, it } from '@jest/globals';
import type { RunningLibrary } from '../running-library.js';
import { signedIn, Visitor } from '../visitor.js';

export function pageRules(library: () => RunningLibrary): void {
  it('keeps wishes of the old part in the session of the new one', async () => {
    const reader = await signedIn(library().url, 'reader');
    await reader.open('/old/wishes');
    const added = await reader.submit('/old/wishes', { title: '<i>Zadig</i>' });
    expect([added.status, added.headers.get('X-Part')]).toEqual([303, 'old']);
    const page = await reader.open('/old/wishes');
    expect(page).toContain(
      '<p class="notice" role="status">“&lt;i&gt;Zadig&lt;/i&gt;” is on your list.',
    );
    expect(page).toContain('<bdi>&lt;i&gt;Zadig&lt;/i&gt;</bdi>');
    expect(page).toContain('Sign out');
    const json = await reader.send('GET', '/old/wishes?format=json');
    expect(await json.json()).toEqual({ wishes: ['<i>Zadig</i>'] });
    await reader.submit('/old/wishes', { _METHOD: 'DELETE', wish: '<i>Zadig</i>' });
    const after = await reader.open('/old/wishes');
    expect(after).toContain('The wish has been removed.');
    expect(after).not.toContain('Zadig');
  });

  it('removes a wish once, even if two windows ask for it', async () => {
    const reader = await signedIn(library().url, 'reader');
    await reader.open('/old/wishes');
    for (const title of ['Emma', 'Zadig', 'Candide']) await reader.submit('/old/wishes', { title });
    const page = await reader.open('/old/wishes');
    const [, wish = ''] = /name="wish" value="(.*?)"/.exec(page) ?? [];
    for (let tab = 0; tab < 2; tab++)
      await reader.submit('/old/wishes', { _METHOD: 'DELETE', wish });
    const json = await reader.send('GET', '/old/wishes?format=json');
    expect(await json.json()).toEqual({ wishes: ['Zadig', 'Candide'] });
  });

  it('refuses a wish above twenty instead of dropping the oldest', async () => {
    const reader = await signedIn(library().url, 'reader');
    await reader.open('/old/wishes');
    const wish = async (title: string) => reader.submit('/old/wishes', { title });
    for (let count = 1; count <= 20; count++) await wish(`Wish ${count}.`);
    const refused = await wish('One too many');
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('name="title" value="One too many"');
    expect((await wish('Wish 1.')).status).toBe(303); // which it moves to the end
    expect(await reader.open('/old/wishes')).toContain('Wish 1.');
    await reader.submit('/sign-out');
  });

  it.each([
    ['nothing', { title: '' }, '', 'Enter the title.'],
    ['spaces', { title: '  ' }, '  ', 'Enter the title.'],
    ['a list', { 'title[]': 'a' }, '', 'Enter the title.'],
    [
      '300 characters',
      { title: 'x'.repeat(300) },
      'x'.repeat(300),
      'The title can have at most 200 characters.',
    ],
  ])('refuses %s as a wish, with the mistake at its field', async (_, fields, value, problem) => {
    const reader = await signedIn(library().url, 'reader');
    await reader.open('/old/wishes');
    const response = await reader.submit('/old/wishes', fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(`name="title" value="${value}"`);
    expect(page).toContain('aria-invalid="true" aria-describedby="problem-title"');
    expect(page).toContain(`id="problem-title" role="alert">${problem}</span>`);
    expect(await reader.open('/old/wishes')).not.toContain('name="wish"');
  });

  it('has a title for each page', async () => {
    for (const path of ['/books', '/sign-in', '/old/wishes', '/statistics']) {
      expect(await new Visitor(library().url).open(path)).toMatch(/<title>\w.* · The Library</);
    }
  });

  it('refuses a form of the old part without a token', async () => {
    const response = await new Visitor(library().url).submit('/old/wishes', { title: 'x' });
    expect(response.status).toBe(403);
  });

  it('says which route and layers made a page, and links to it from each page', async () => {
    const visitor = new Visitor(library().url);
    expect(await visitor.open('/books/1')).toContain('/how?path=%2Fbooks%2F1');
    const page = await visitor.open('/how?path=%2Fbooks%2F1');
    expect(page).toContain('/books/{id:[0-9]+}');
    expect((await visitor.send('GET', '/how?path=x')).status).toBe(422);
  });

  it.each([
    ['/none', 404],
    ['/books/99999', 404],
    ['/old/none', 404],
    ['/how?path=x', 422],
  ])('shows the error at %s in the design, under the same policy', async (path, status) => {
    const response = await new Visitor(library().url).send('GET', path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('href="/assets/base.css"');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'self'");
  });

  it('responds to errors as JSON to clients that accept it', async () => {
    const response = await fetch(`${library().url}/books/99999`, {
      headers: { Accept: 'application/json' },
    });
    expect(await response.json()).toMatchObject({ status: 404, code: 'BOOK_UNKNOWN' });
  });

  it('answers probes outside the log', async () => {
    expect((await fetch(`${library().url}/health/live`)).status).toBe(200);
    expect(library().log.filter((line) => line.includes('/health/'))).toEqual([]);
  });

  it('counts requests that change something, and no others', async () => {
    const visitor = new Visitor(library().url);
    const responses = [
      await visitor.send('GET', '/sign-in'),
      await visitor.submit('/sign-in', { name: 'nobody' }),
    ];
    expect(responses.map(({ headers }) => headers.has('RateLimit'))).toEqual([false, true]);
  });

  it('logs each request once, with the id that the client gets, and no file of a page', async () => {
    const file = await fetch(`${library().url}/assets/base.css`);
    const page = await fetch(`${library().url}/books/1?secret=1`);
    await Promise.all([file.text(), page.text()]);
    const [idOfFile = '-', id = '-'] = [file, page].map(({ headers }) => {
      return headers.get('X-Request-Id') ?? '-';
    });
    // Requests of other rules can end at the same time.
    const linesOf = (request: string) => library().log.filter((line) => line.includes(request));
    expect(linesOf(id)).toEqual([
      expect.stringMatching(new RegExp(`^GET /books/1 200 [\\d.]+ ms ${id}$`)),
    ]);
    expect(linesOf(idOfFile)).toEqual([]);
  });

  it('is alive and ready', async () => {
    for (const probe of ['live', 'ready']) {
      expect((await fetch(`${library().url}/health/${probe}`)).status).toBe(200);
    }
  });

  it('limits changes of an address', async () => {
    const response = await new Visitor(library().url).submit('/sign-in');
    expect(response.headers.get('RateLimit-Policy')).toContain('"changes"');
  });
}
