import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp } from './index.js';

describe('the router of an application under /sub', () => {
  const app = createApp({ factories, settings: { basePath: '/sub' } });
  const route = app.get('/books/{id}', (_request, response) => response).setName('book');
  const router = app.getContainer().get('router');
  const uri = (basePath: string) =>
    factories.createUri('https://h.test:8443/x?y').withBasePath(basePath);

  it.each([
    ['pathFor', router.pathFor('book', { id: '7' }, { a: 'b' }), '/sub/books/7?a=b'],
    ['urlFor', router.urlFor('book', { id: '7' }, { a: 'b' }), '/sub/books/7?a=b'],
    ['relativePathFor', router.relativePathFor('book', { id: '7' }, { a: 'b' }), '/books/7?a=b'],
    [
      'fullUrlFor a URI without a base path',
      router.fullUrlFor(uri(''), 'book', { id: '7' }, { a: 'b' }),
      'https://h.test:8443/sub/books/7?a=b',
    ],
    [
      'fullUrlFor a URI with that base path',
      router.fullUrlFor(uri('/outer/sub'), 'book', { id: '7' }),
      'https://h.test:8443/outer/sub/books/7',
    ],
    [
      'fullUrlFor a URI with another base path',
      router.fullUrlFor(uri('/sub/outer'), 'book', { id: '7' }),
      'https://h.test:8443/sub/outer/sub/books/7',
    ],
  ])('has %s, with the query', (_what, made, expected) => {
    expect(made).toBe(expected);
  });

  it('returns a route by its name, and refuses a name without a route', () => {
    expect(router.getNamedRoute('book')).toBe(route);
    expect(() => router.getNamedRoute('x')).toThrow(
      expect.objectContaining({ code: 'ROUTE_NAME_UNKNOWN' }),
    );
  });
});
