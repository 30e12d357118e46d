import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { type AccessFacts, accessLine } from './access-line.js';
import { REQUEST_ID } from './request-id.js';

const WELL: AccessFacts['end'] = { status: 200, bytes: 5, error: null };
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the log line of a request', () => {
  const lineOf = (
    request: ServerRequestInterface,
    { end = WELL, duration = 1, withQuery = false } = {},
  ) => accessLine(request, { end, duration, withQuery });

  it('has everything that is known', () => {
    const request = factories
      .createServerRequest('PATCH', 'http://h.test/books?id=7')
      .withHeader('traceparent', TRACE);
    request.getLifetime().setValue(REQUEST_ID, 'id-7');
    request.getLifetime().setValue('mortise.routed', { pattern: '/{list}' });
    const end = { status: 204, bytes: 0, error: null };
    expect(lineOf(request, { end, duration: 12.34567, withQuery: true })).toStrictEqual({
      message: 'PATCH /books?id=7 204',
      context: {
        ...{ method: 'PATCH', path: '/books?id=7', route: '/{list}', status: 204, bytes: 0 },
        ...{ ms: 12.346, requestId: 'id-7' },
        ...{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentId: '00f067aa0ba902b7' },
      },
    });
  });

  it('has the target of OPTIONS for the whole server as its path', () => {
    const request = factories
      .createServerRequest('OPTIONS', 'http://h.test')
      .withRequestTarget('*');
    const { message, context } = lineOf(request, { withQuery: true });
    expect([message, context['path']]).toEqual(['OPTIONS * 200', '*']);
  });

  it('has no question mark without a query', () => {
    const request = factories.createServerRequest('GET', 'http://h.test/books');
    expect(lineOf(request, { withQuery: true }).context).toMatchObject({ path: '/books' });
  });

  it.each<[string, AccessFacts['end'], string, number | null]>([
    ['a response', { status: 302, bytes: 1, error: null }, '302', 302],
    ['a redirect that ended early', { status: 399, bytes: 1, error: 'gone' }, 'aborted', null],
    ['an error that ended early', { status: 400, bytes: 1, error: 'gone' }, '400', 400],
    ['no response', { status: null, bytes: 0, error: null }, 'aborted', null],
    ['no response and an error', { status: null, bytes: 0, error: 'gone' }, 'aborted', null],
  ])('has the status of %s, or is aborted', (_, end, text, status) => {
    const { message, context } = lineOf(factories.createServerRequest('GET', '/a'), { end });
    expect(message).toBe(`GET /a ${text}`);
    expect(context).toStrictEqual({
      ...{ method: 'GET', path: '/a', status, bytes: end.bytes, ms: 1 },
      ...(status === null && { aborted: true }),
    });
  });

  it.each(['\r', '\n', '\t', '\0', '\x1b', '\x7f', '\x85', '\x9f', '\u2028', '\u2029', '\r\n\r\n'])(
    'is one line of visible text, although the path has %j',
    (text) => {
      const request = factories.createServerRequest('GET', '/a');
      const uri = request.getUri();
      Object.defineProperty(uri, 'getPath', { value: () => `/a${text}b` });
      Object.defineProperty(request, 'getUri', { value: () => uri });
      const { message, context } = lineOf(request);
      expect([message, context['path']]).toEqual(['GET /a b 200', `/a${text}b`]);
    },
  );
});
