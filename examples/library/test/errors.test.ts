import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { openServer } from '../src/database/server.js';
import { withUnavailable } from '../src/database/unavailable.js';
import { expectErrorPage } from './error-page.js';
import { unconnectedLibrary } from './unconnected-library.js';
import { Visitor } from './visitor.js';

describe('errors that need no database', () => {
  let library: Awaited<ReturnType<typeof unconnectedLibrary>>;
  let visitor: Visitor;
  beforeAll(async () => {
    library = await unconnectedLibrary();
  });
  afterAll(() => library.close());
  const opened = async () => {
    visitor = new Visitor(library.url);
    await visitor.open('/sign-in');
    return visitor;
  };

  it.each([
    ['GET', '/none', '404 Not Found'],
    ['GET', '/assets/none.css', '404 Not Found'],
    ['DELETE', '/events', '405 Method Not Allowed'],
    ['PUT', '/old/wishes', '405 Method Not Allowed'],
    ['PATCH', '/old/wishes', '405 Method Not Allowed'],
    ['GET', '/how?path=x', '422 Unprocessable Content'],
  ])('are pages in the design: %s %s', async (method, path, title) => {
    await expectErrorPage(await new Visitor(library.url).send(method, path), title);
  });

  it.each(['GET', 'HEAD'])(
    'lead %s of a visitor who must sign in to the form, and back',
    async (method) => {
      const visit = new Visitor(library.url);
      const { status, headers } = await visit.send(method, '/account?a=b&c=d');
      const next = '/sign-in?next=%2Faccount%3Fa%3Db%26c%3Dd';
      expect([status, headers.get('Location')]).toEqual([303, next]);
      expect(await visit.open(next)).toContain('name="next" value="/account?a=b&amp;c=d"');
    },
  );

  it.each([
    ['/books/1/borrow', '/books/1'],
    ['/books/1/cover', '/books/1'],
    ['/account/delete', '/account'],
    ['/import', '/import'],
    ['/books', '/books'],
  ])(
    'link from a form of a visitor to the log-in, and back to its page: %s',
    async (path, next) => {
      const response = await new Visitor(library.url).send('POST', path);
      expect(response.headers.get('WWW-Authenticate')).toBe('Cookie realm="Library"');
      const page = await expectErrorPage(response, '401 Unauthorized');
      expect(page).toContain(`href="/sign-in?next=${encodeURIComponent(next)}">Sign in</a>`);
    },
  );

  it('link from the API to the log-in, and not back: it has a log-in of its own', async () => {
    const response = await new Visitor(library.url).send('GET', '/api/loans');
    expect(response.headers.get('WWW-Authenticate')).toContain('Basic');
    expect(await expectErrorPage(response, '401 Unauthorized')).toContain('href="/sign-in">');
  });

  it('ask a program to sign in, with a challenge', async () => {
    const { status, headers } = await fetch(`${library.url}/account/data.json`, {
      headers: { Accept: 'application/json' },
    });
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Cookie realm="Library"']);
  });

  it('say that a form has no token, or is of another site', async () => {
    const body = new URLSearchParams({ name: 'x' });
    const plain = await new Visitor(library.url).send('POST', '/sign-in', { body });
    expect(await expectErrorPage(plain, '403 Forbidden')).toContain('The form has expired');
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const foreign = await (await opened()).send('POST', '/sign-in', { body, headers });
    expect(await expectErrorPage(foreign, '403 Forbidden')).toContain('comes from another site');
  });

  it('refuse a form that is too large', async () => {
    const response = await (await opened()).submit('/sign-in', { name: 'x'.repeat(1_100_000) });
    await expectErrorPage(response, '413 Content Too Large');
  });

  it('say when to try again where the database is away, for pages, forms and the API', async () => {
    for (const response of [
      await new Visitor(library.url).send('GET', '/books'),
      await new Visitor(library.url).send('GET', '/books/1'),
      await (await opened()).submit('/sign-in', { name: 'reader', password: 'x' }),
    ]) {
      expect(response.headers.get('Retry-After')).toBe('5');
      const page = await expectErrorPage(response, '503 Service Unavailable');
      expect(page).not.toMatch(/ECONN|127\.0\.0\.1/);
    }
    const json = await fetch(`${library.url}/api/books`, {
      headers: { Accept: 'application/json' },
    });
    expect([json.status, json.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await json.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  it('say the same of the sessions that are away as of the database', async () => {
    const store = memoryStore();
    await store.close();
    const database = openServer('postgres://nobody@127.0.0.1:1/none');
    const without = await unconnectedLibrary(withUnavailable(database), {}, store);
    for (const path of ['/books', '/sign-in']) {
      const response = await new Visitor(without.url).send('GET', path);
      expect(await expectErrorPage(response, '503 Service Unavailable')).toContain(
        '<p>The library cannot do this now. Try again in a moment.</p>',
      );
    }
    await without.close();
  });

  it('keep a wish that comes too often or while the database is away, and say when to try again', async () => {
    const database = openServer('postgres://nobody@127.0.0.1:1/none');
    const limited = await unconnectedLibrary(database, { CHANGES: '1' });
    const wisher = new Visitor(limited.url);
    await wisher.open('/old/wishes');
    expect((await wisher.submit('/old/wishes', { title: 'Emma' })).status).toBe(303);
    const refused = await wisher.submit('/old/wishes', { title: 'Zadig' });
    await limited.close();
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    const page = await expectErrorPage(refused, '429 Too Many Requests');
    expect(page).toContain('name="title" value="Zadig"');
    expect(page).toContain(`name="csrf_value" value="${wisher.tokens['csrf_value']}"`);

    const away = await (await opened()).submit('/sign-in', { name: 'reader', password: 'x' });
    expect(away.headers.get('Retry-After')).toBe('5');
    expect(await expectErrorPage(away, '503 Service Unavailable')).toContain(
      'name="name" value="reader"',
    );
  });

  it('count log-ins, say after how many seconds one may try again, and keep the name', async () => {
    await opened();
    const fields = { name: 'some"body', password: 'x', next: '/books/1' };
    const attempt = () => visitor.submit('/sign-in', fields);
    let response = await attempt();
    for (let count = 0; count < 3 && response.status !== 429; count++) response = await attempt();
    expect(response.status).toBe(429);
    const seconds = response.headers.get('Retry-After');
    expect(Number(seconds)).toBeGreaterThan(0);
    const page = await response.text();
    expect(page).toContain(`Too many requests. Try again in ${seconds} second`);
    expect(page).toContain('name="name" value="some&quot;body"');
    expect(page).toContain('name="next" value="/books/1"');
  });
});

it('shows nothing of an unexpected error, and logs it', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = openServer('postgres://nobody@127.0.0.1:1/none');
  const query = () => Promise.reject(new Error('the secret of the house'));
  const library = await unconnectedLibrary({ ...broken, query });
  const response = await new Visitor(library.url).send('GET', '/books');
  const page = await expectErrorPage(response, '500 Internal Server Error');
  await library.close();
  expect(page).not.toContain('secret');
  expect(String(logged.mock.calls)).toContain('the secret of the house');
  logged.mockRestore();
});
