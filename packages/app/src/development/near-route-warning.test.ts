import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { type AppInterface, createApp } from '../index.js';

const warnings = notedWarnings();

describe.each(implementations)('a request without a route, on %s', (_name, factories) => {
  /** Sends requests to the routes of one application, and returns the warnings and statuses. */
  async function sent(paths: readonly string[], development = true, basePath = '') {
    const app = createApp({ factories, development, basePath });
    for (const path of ['/api/', '/books', '/{name}/x', '/Users/{id}/Loans', '/Pages[/{page}]'])
      app.get(path, (_request, response) => response);
    const statuses: number[] = [];
    for (const path of paths) {
      const response = await app.handle(
        factories.createServerRequest('POST', `http://a.test${path}`),
      );
      statuses.push(response.getStatusCode());
    }
    return { statuses, said: warnings.map(({ code, message }) => `${code} ${message}`) };
  }

  it.each([
    ['/api', 'POST /api matches no route, but GET /api/ does'],
    ['/books/', 'POST /books/ matches no route, but GET /books does'],
    ['/a/x/', 'POST /a/x/ matches no route, but GET /a/x does'],
    ['//books', 'POST //books matches no route, but GET /books does'],
    ['/Books', 'POST /Books matches no route, but GET /books does'],
    ['/users/Ada/loans', 'POST /users/Ada/loans matches no route, but GET /Users/Ada/Loans does'],
    ['/pages/2', 'POST /pages/2 matches no route, but GET /Pages/2 does'],
  ])('is a warning in development if a similar path has one: %s', async (path, message) => {
    const { statuses, said } = await sent([path]);
    expect([statuses, said]).toEqual([[404], [`ROUTE_NOT_FOUND ${message}`]]);
  });

  it('is a warning if only the case of the base path differs', async () => {
    const { said } = await sent(['/shop/users/Ada/loans'], true, '/Shop');
    const message =
      'POST /shop/users/Ada/loans matches no route, but GET /Shop/Users/Ada/Loans does';
    expect(said).toEqual([`ROUTE_NOT_FOUND ${message}`]);
  });

  it('is a warning if patterns repeat the prefix of a mount or the base path', async () => {
    const inner = createApp({ factories });
    inner.get('/api/a', (_request, response) => response);
    const outer = createApp({ factories });
    outer.mount('/api', inner);
    const based = createApp({ factories, basePath: '/api' });
    based.get('/api/a', (_request, response) => response);
    for (const app of [outer, based]) {
      await app.handle(factories.createServerRequest('GET', 'http://a.test/api/a'));
      await app.handle(factories.createServerRequest('GET', 'http://a.test/api/b'));
    }
    expect(warnings.map(({ message, detail }) => [message, detail])).toEqual(
      [
        ['/a', '/api/a'],
        ['/api/a', '/api/api/a'],
      ].map(([missed = '', other = '']) => [
        `GET ${missed} matches no route, but GET ${other} does`,
        'Mounts and base paths remove their prefix: write the patterns without it.',
      ]),
    );
  });

  it.each<[string, string, (app: AppInterface) => unknown, string]>([
    [
      'the prefix of its group ends with a slash',
      '/api//v1/books',
      (app) => app.group('/api/', (api) => api.get('/{version}/books', (_q, response) => response)),
      "write group('/api', ...) or basePath: '/api', without a slash at the end",
    ],
    [
      'the base path ends with a slash',
      '/api//v1/books',
      (app) => app.setBasePath('/api/').get('/v1/books', (_q, response) => response),
      "write group('/api', ...) or basePath: '/api', without a slash at the end",
    ],
    [
      'its pattern in a group begins without a slash',
      '/apiv1/books',
      (app) => app.group('/api', (api) => api.get('v1/books', (_q, response) => response)),
      'begin the pattern with a slash',
    ],
  ])('is a warning if %s', async (_why, other, register, advice) => {
    const app = createApp({ factories });
    register(app);
    await app.handle(factories.createServerRequest('GET', 'http://a.test/api/v1/books'));
    expect(warnings.map(({ message }) => message)).toEqual([
      `GET /api/v1/books matches no route, but GET ${other} does`,
    ]);
    expect(warnings[0]?.detail).toContain(advice);
  });

  it('is no warning for a request outside the base path', async () => {
    expect((await sent(['/books'], true, '/shop')).said).toEqual([]);
  });

  it('says what to do', async () => {
    await sent(['/api']);
    expect(warnings[0]?.detail).toContain("app.add(canonicalUrl({ slash: 'route' }))");
    expect(warnings[0]?.detail).toContain("In a group, the pattern of its own path is ''");
  });

  it('is a warning once', async () => {
    expect((await sent(['/api', '/Books'])).said).toHaveLength(1);
  });

  it.each([
    ['its path is like none', '/other', true],
    ['it is the root', '/', true],
    ['only its method has no route', '/books', true],
    ['the application is not in development', '/api', false],
  ])('is no warning if %s', async (_why, path, development) => {
    expect((await sent([path], development)).said).toEqual([]);
  });
});
