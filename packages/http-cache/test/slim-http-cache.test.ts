import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import {
  allowCache,
  denyCache,
  httpCache,
  type HttpCacheOptions,
  withEtag,
  withExpires,
  withLastModified,
} from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const TIME = 784_111_777;
const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const EARLIER = 'Sun, 06 Nov 1994 08:49:36 GMT';
const LATER = 'Sun, 06 Nov 1994 08:49:38 GMT';

type Change = (response: ResponseInterface) => ResponseInterface;
const same: Change = (response) => response;

/** What a user of Slim-HttpCache relies on, row by row. */
describe.each(implementations)('the behavior of Slim-HttpCache with %s', (_, factories) => {
  const through = (
    options: Omit<HttpCacheOptions, 'factories'>,
    headers: Readonly<Record<string, string>>,
    change: Change,
    method = 'GET',
  ) => {
    let request = factories.createServerRequest(method, '/');
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const inner = change(factories.createResponse().withBody(factories.createStream('body')));
    return httpCache({ ...options, factories }).process(request, { handle: () => inner });
  };

  it.each<[string, Omit<HttpCacheOptions, 'factories'>, Change, string]>([
    ['type and age', { type: 'public', maxAge: 86_400 }, same, 'public, max-age=86400'],
    [
      'must-revalidate',
      { type: 'private', maxAge: 86_400, mustRevalidate: true },
      same,
      'private, max-age=86400, must-revalidate',
    ],
    ['an age of 0', { type: 'private', maxAge: 0 }, same, 'private, no-cache'],
    [
      'an age of 0 and must-revalidate',
      { type: 'private', maxAge: 0, mustRevalidate: true },
      same,
      'private, no-cache, must-revalidate',
    ],
    [
      'what the handler has set',
      { type: 'public', maxAge: 86_400 },
      (response) => response.withHeader('Cache-Control', 'no-cache,no-store'),
      'no-cache,no-store',
    ],
  ])('Cache-Control says %s', async (_name, options, change, expected) => {
    const response = await through(options, {}, change);
    expect(response.getHeader('Cache-Control')).toEqual([expected]);
  });

  const modified: Change = (response) => withLastModified(response, TIME);
  const tagged: Change = (response) => withEtag(response, 'abc');

  it.each<[string, Record<string, string>, Change, number]>([
    ['the same date', { 'If-Modified-Since': DATE }, modified, 304],
    ['a newer date', { 'If-Modified-Since': LATER }, modified, 304],
    ['an older date', { 'If-Modified-Since': EARLIER }, modified, 200],
    ['no date', {}, modified, 200],
    ['a date, of a response without one', { 'If-Modified-Since': DATE }, same, 200],
    ['the same tag', { 'If-None-Match': '"abc"' }, tagged, 304],
    ['the same tag among others', { 'If-None-Match': '"xyz", "abc"' }, tagged, 304],
    ['every tag', { 'If-None-Match': '*' }, tagged, 304],
    ['another tag', { 'If-None-Match': '"xyz"' }, tagged, 200],
    ['a tag, of a response without one', { 'If-None-Match': '"abc"' }, same, 200],
  ])('a client with %s', async (_name, headers, change, status) => {
    const response = await through({}, headers, change);
    const body = await response.getBody().text();
    expect([response.getStatusCode(), body]).toEqual([status, status === 304 ? '' : 'body']);
  });

  // Deviations: Slim-HttpCache decides otherwise, against RFC 9110 and RFC 9111.
  it.each<[string, Record<string, string>, Change, number, string]>([
    [
      'the tag decides, not the date',
      { 'If-None-Match': '"xyz"', 'If-Modified-Since': LATER },
      both,
      200,
      'GET',
    ],
    ['a weak tag is the same', { 'If-None-Match': 'W/"abc"' }, tagged, 304, 'GET'],
    ['POST is never 304', { 'If-None-Match': '"abc"' }, tagged, 200, 'POST'],
    [
      'a 404 is never 304',
      { 'If-None-Match': '"abc"' },
      (made) => tagged(made).withStatus(404),
      404,
      'GET',
    ],
  ])('differs: %s', async (_name, headers, change, status, method) => {
    expect((await through({}, headers, change, method)).getStatusCode()).toBe(status);
  });

  function both(response: ResponseInterface): ResponseInterface {
    return modified(tagged(response));
  }

  it('differs: a response has no cache headers by default', async () => {
    expect((await through({}, {}, same)).hasHeader('Cache-Control')).toBe(false);
  });

  it.each<[string, Change, string, string]>([
    [
      'allowCache',
      (made) => allowCache(made, 'private', 43_200),
      'Cache-Control',
      'private, max-age=43200',
    ],
    [
      'allowCache with must-revalidate',
      (made) => allowCache(made, 'private', 43_200, true),
      'Cache-Control',
      'private, max-age=43200, must-revalidate',
    ],
    ['denyCache', denyCache, 'Cache-Control', 'no-store'],
    ['withExpires', (made) => withExpires(made, TIME), 'Expires', DATE],
    ['withEtag', (made) => withEtag(made, 'abc'), 'ETag', '"abc"'],
    ['withEtag, weak', (made) => withEtag(made, 'abc', 'weak'), 'ETag', 'W/"abc"'],
    ['withLastModified', (made) => withLastModified(made, TIME), 'Last-Modified', DATE],
  ])('%s', (_name, change, field, value) => {
    expect(change(factories.createResponse()).getHeader(field)).toEqual([value]);
  });
});
