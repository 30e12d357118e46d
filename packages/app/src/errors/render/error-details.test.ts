import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp, HttpException, HttpNotFoundException, httpError } from '../../index.js';
import { errorDetails, nearRoutes } from './error-details.js';

const request = factories.createServerRequest('GET', 'http://h.test/books/7/pages');

describe('the details of an error', () => {
  class ShopError extends Error {
    override readonly name = 'Renamed';
  }
  const stackless = <E extends Error>(error: E, stack?: string): E =>
    Object.defineProperty(error, 'stack', { value: stack });

  it.each<[string, Error, string]>([
    ['its class', new ShopError(), 'ShopError'],
    ['its name if its class is Error', Object.assign(new Error(), { name: 'Own' }), 'Own'],
    ['Error if it has no other name', new Error(), 'Error'],
  ])('have as type %s', (_what, error, type) => {
    expect(errorDetails(error)[0]?.type).toBe(type);
  });

  it.each<[string, Error, string | number | undefined]>([
    ['the status of an HttpException', new HttpException(request, '', 418), 418],
    ['a text', httpError(404, '', { code: 'GONE' }), 'GONE'],
    ['a number', Object.assign(new Error(), { code: 0 }), 0],
    ['nothing else', Object.assign(new Error(), { code: { a: 1 } }), undefined],
  ])('have as code %s', (_what, error, code) => {
    const [details] = errorDetails(error);
    expect(details?.code).toBe(code);
    expect(Object.hasOwn(details ?? {}, 'code')).toBe(code !== undefined);
  });

  it.each([
    ['    at open (/a/b.js:12:34)', '/a/b.js', 12],
    ['    at /a/b.js:12:34', '/a/b.js', 12],
    ['    at async file:///a/b.js:1:2', undefined, undefined],
    ['open@http://h.test/b.js:12:34', 'http://h.test/b.js', 12],
    ['    at open (/a/b.js:12)', undefined, undefined],
    ['    at open (/a/b.js:12:34) later', undefined, undefined],
  ])('read the place of %j', (line, file, number) => {
    const [details] = errorDetails(stackless(new Error('x'), `Error: x\n${line}`));
    expect([details?.file, details?.line]).toEqual([file, number]);
    expect(details?.trace).toBe(file === undefined ? undefined : line.trim());
  });

  it('have a trace from the first place on, each line without its indent', () => {
    const stack = 'Error: a\n  b\n    at open (/a.js:1:2)\n    at <anonymous>\n    at /b.js:3:4';
    expect(errorDetails(stackless(new Error('x'), stack))[0]).toMatchObject({
      file: '/a.js',
      line: 1,
      trace: 'at open (/a.js:1:2)\nat <anonymous>\nat /b.js:3:4',
    });
  });

  it('have no place without a stack', () => {
    expect(errorDetails(stackless(new Error('x')))).toEqual([{ type: 'Error', message: 'x' }]);
  });

  it('have ten causes at most, and end at a cause that is not an error', () => {
    const chain = (length: number, last?: unknown): unknown =>
      length === 0 ? last : new Error(`${length}`, { cause: chain(length - 1, last) });
    expect(errorDetails(chain(10))).toHaveLength(10);
    expect(errorDetails(chain(11)).map(({ message }) => message)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${11 - index}`),
    );
    expect(errorDetails(chain(2, { message: 'no error' }))).toHaveLength(2);
    expect(errorDetails('text')).toEqual([]);
  });
});

describe('the nearest routes', () => {
  it('are of an HttpNotFoundException only', () => {
    const routes = () => [{ methods: ['GET'], pattern: '/', reason: 'x' }];
    const other = Object.assign(new HttpException(request, '', 404), { nearRoutes: routes });
    const found = Object.assign(new HttpNotFoundException(request), { nearRoutes: routes });
    expect([nearRoutes(other), nearRoutes(new HttpNotFoundException(request))]).toEqual([[], []]);
    expect(nearRoutes(found)).toEqual(routes());
  });

  it('are ten at most, those that have most of the path in common first', async () => {
    const app = createApp({ factories, errors: { details: true, format: 'problem' } });
    app.post('/x', (_request, response) => response);
    for (let count = 1; count <= 9; count++) {
      app.get(`/b${count}`, (_request, response) => response);
    }
    app.get('/books/{id}', (_request, response) => response);
    app.get('/books/7/page', (_request, response) => response);
    const response = await app.handle(request);
    const { routes } = JSON.parse(await response.getBody().text()) as {
      routes: { methods: string[]; pattern: string; reason: string }[];
    };
    expect(routes.map(({ pattern }) => pattern)).toEqual([
      '/books/7/page',
      '/books/{id}',
      ...Array.from({ length: 8 }, (_, index) => `/b${index + 1}`),
    ]);
    expect(routes[1]).toEqual({
      methods: ['GET'],
      pattern: '/books/{id}',
      reason: app
        .explain('GET', '/books/7/pages')
        .split('\n')
        .find((line) => line.startsWith('GET /books/{id}: '))
        ?.slice('GET /books/{id}: '.length),
    });
  });
});
