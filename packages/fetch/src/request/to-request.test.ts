import { describe, expect, it } from '@jest/globals';
import { factories as usual } from '@mortise/message';
import { Chunks, turn } from '../../test/answering.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { toRequest } from '../index.js';

describe.each(implementations)('toRequest on %s', (_, factories) => {
  it('carries method, URL, header fields and body', async () => {
    const request = toRequest(
      factories
        .createRequest('PUT', 'https://a.test/b?c=1')
        .withHeader('X-A', ['1', '2'])
        .withBody(factories.createStream('text')),
    );
    expect([request.method, request.url, request.headers.get('x-a')]).toEqual([
      'PUT',
      'https://a.test/b?c=1',
      '1, 2',
    ]);
    expect(request.headers.has('content-type')).toBe(false);
    expect(await request.text()).toBe('text');
  });

  it.each([
    ['/a?b', 'http://localhost/a?b'],
    ['//a/b', 'http://a/b'],
    ['http://user:word@a/b#c', 'http://a/b'],
    ['http://a', 'http://a/'],
    ["http://a/b'(c);d=1/%2F", "http://a/b'(c);d=1/%2F"],
  ])('converts %s to the URL %s', (uri, url) => {
    expect(toRequest(factories.createRequest('GET', uri)).url).toBe(url);
  });

  it('prepends the base path to the path', () => {
    const uri = factories.createUri('http://a/b').withBasePath('/base');
    expect(toRequest(factories.createRequest('GET', uri)).url).toBe('http://a/base/b');
  });

  it.each([
    ['/base', 'http://a/base'],
    ['/base?c', 'http://a/base'],
    ['/b%61se', 'http://a/base'],
    ['/base/', 'http://a/base/'],
    ['/other', 'http://a/base/'],
    ['*', 'http://a/base/'],
    ['/%zz', 'http://a/base/'],
    ['http://a/base', 'http://a/base/'],
  ])('adds no slash to the base path if the client sent %s', (target, url) => {
    const uri = factories.createUri('http://a/').withBasePath('/base');
    const request = factories.createRequest('GET', uri).withRequestTarget(target);
    expect(toRequest(request).url).toBe(url);
  });

  it.each(['/a/../b', '/a/./b', '/a/%2e%2e/b', '/a/.%2E/b', '/..'])(
    'refuses %s, whose dots the platform would resolve',
    (path) => {
      const request = factories.createRequest('GET', `http://a${path}`);
      expect(() => toRequest(request)).toThrow(
        expect.objectContaining({ code: 'PATH_AMBIGUOUS', status: 400 }),
      );
    },
  );

  it.each(['CONNECT', 'TRACE', 'track'])('refuses the method %s with 501', (method) => {
    expect(() => toRequest(factories.createRequest(method, 'http://a/'))).toThrow(
      expect.objectContaining({ code: 'METHOD_UNSUPPORTED', status: 501 }),
    );
  });

  it('keeps the content type of its body, in any case', () => {
    const request = factories
      .createRequest('POST', 'http://a/')
      .withHeader('CONTENT-TYPE', 'text/csv')
      .withBody(factories.createStream('a'));
    expect(toRequest(request).headers.get('content-type')).toBe('text/csv');
  });

  it('allows a query that the platform writes in another way', () => {
    const request = factories.createRequest('GET', "http://a/b?c='/../d'");
    expect(toRequest(request).url).toBe('http://a/b?c=%27/../d%27');
  });

  it('quotes the first 80 characters of a URL that the platform refuses', () => {
    const request = factories.createRequest('GET', `http://999.999.999.999/${'a'.repeat(100)}`);
    expect(() => toRequest(request)).toThrow(
      `A Request cannot have the URL "http://999.999.999.999/${'a'.repeat(57)}…"`,
    );
  });

  it('refuses a host that the platform refuses', () => {
    const request = factories.createRequest('GET', 'http://999.999.999.999/');
    expect(() => toRequest(request)).toThrow(
      expect.objectContaining({ code: 'URL_INVALID', status: 400 }),
    );
  });

  it.each(['GET', 'HEAD', 'get'])('omits the body of %s', (method) => {
    const request = factories
      .createRequest(method, 'http://a/')
      .withBody(factories.createStream('text'));
    expect(toRequest(request).body).toBeNull();
  });

  it('reads an incoming body only on demand, and cancels it', async () => {
    const chunks = new Chunks(['a', 'b', 'c']);
    const body = factories.createStreamFromResource(chunks);
    const request = toRequest(factories.createRequest('POST', 'http://a/').withBody(body));
    const reader = request.body?.getReader();
    await turn();
    const before = chunks.asked;
    await reader?.read();
    await reader?.cancel();
    await turn();
    expect([before, chunks.asked, chunks.cancelled]).toEqual([0, 1, true]);
  });

  it('is aborted by its signal', () => {
    const controller = new AbortController();
    const request = toRequest(factories.createRequest('GET', 'http://a/'), controller.signal);
    controller.abort();
    expect(request.signal.aborted).toBe(true);
  });
});

it('a request has no body if that of the message is empty text', () => {
  const message = usual.createRequest('POST', 'http://a/');
  expect(toRequest(message.withBody(usual.createStream(''))).body).toBeNull();
});
