import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { turn } from '../../test/answering.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { fromResponse } from '../index.js';

describe.each(implementations)('fromResponse on %s', (_, factories) => {
  it('carries status, reason phrase, header fields and body', async () => {
    const message = fromResponse(
      new Response('text', { status: 201, statusText: 'Made', headers: { 'X-A': 'b' } }),
      factories,
    );
    expect([message.getStatusCode(), message.getReasonPhrase(), message.getHeader('x-a')]).toEqual([
      201,
      'Made',
      ['b'],
    ]);
    expect(await message.getBody().text()).toBe('text');
  });

  it('uses the registered phrase if the response has none', () => {
    const message = fromResponse(new Response(null, { status: 404 }), factories);
    expect(message.getReasonPhrase()).toBe('Not Found');
  });

  it('never joins Set-Cookie', () => {
    const headers: [string, string][] = [
      ['Set-Cookie', 'a=1; Expires=Wed, 01 Jan 2025 00:00:00 GMT'],
      ['Set-Cookie', 'b=2'],
    ];
    const message = fromResponse(new Response(null, { headers }), factories);
    expect(message.getHeader('Set-Cookie')).toEqual(headers.map(([, value]) => value));
  });

  it('has an empty body in memory if the response has none', () => {
    expect(fromResponse(new Response(null), factories).getBody().inMemory()).toHaveLength(0);
  });

  it('reads the source only on demand, and cancels it when the body is closed', async () => {
    let pulled = 0;
    let cancelled = false;
    const source = {
      pull: () => {
        pulled++;
      },
      cancel: () => {
        cancelled = true;
      },
    };
    const stream = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
    const message = fromResponse(new Response(stream), factories);
    await turn();
    message.getBody().close();
    await turn();
    expect([pulled, cancelled]).toEqual([0, true]);
  });

  it('refuses a network error', () => {
    expect(() => fromResponse(Response.error(), factories)).toThrow('network error');
  });

  it('refuses a body that is being read', () => {
    const response = new Response('text');
    response.body?.getReader();
    expect(() => fromResponse(response, factories)).toThrow(
      expect.objectContaining({ code: 'RESPONSE_INVALID', status: 500 }),
    );
  });

  it('refuses a body that was read before', async () => {
    const response = new Response('text');
    await response.text();
    expect(() => fromResponse(response, factories)).toThrow('has already been read');
  });

  it('refuses a body of which a reader that was released has read', async () => {
    const response = new Response('text');
    const reader = response.body?.getReader();
    await reader?.read();
    reader?.releaseLock();
    expect([response.bodyUsed, response.body?.locked]).toEqual([true, false]);
    expect(() => fromResponse(response, factories)).toThrow('has already been read');
  });
});

describe('the headers of a response of fetch', () => {
  const upstream = (coding: string, url = 'http://a.test/') =>
    Object.defineProperty(
      new Response('text', { headers: { 'Content-Encoding': coding, 'Content-Length': '9' } }),
      'url',
      { value: url },
    );
  const codingOf = (response: Response, decoded?: boolean) => {
    const message = fromResponse(response, factories, { decoded });
    return [message.getHeaderLine('Content-Encoding'), message.getHeaderLine('Content-Length')];
  };

  it.each(['gzip', 'x-gzip', 'br', 'deflate', 'GZIP, br'])(
    'have neither the coding %s nor a length: the body is decoded',
    (coding) => {
      expect(codingOf(upstream(coding))).toEqual(['', '']);
    },
  );

  it('have neither for HEAD and 304, as for the GET', () => {
    for (const status of [200, 304]) {
      const headers = { 'Content-Encoding': 'gzip', 'Content-Length': '9' };
      const response = new Response(null, { status, headers });
      Object.defineProperty(response, 'url', { value: 'http://a.test/' });
      expect(codingOf(response)).toEqual(['', '']);
      expect(codingOf(new Response(null, { status, headers }))).toEqual(['gzip', '9']);
    }
  });

  it.each(['compress', 'gzip, compress'])('keep %s, which no runtime decodes', (coding) => {
    expect(codingOf(upstream(coding))).toEqual([coding, '9']);
  });

  it('stay without a url, unless the option says that the body is decoded', () => {
    expect(codingOf(upstream('gzip', ''))).toEqual(['gzip', '9']);
    expect(codingOf(upstream('gzip', ''), true)).toEqual(['', '']);
    expect(codingOf(upstream('gzip'), false)).toEqual(['gzip', '9']);
  });

  const CODED = {
    'Accept-Ranges': 'bytes',
    'Content-Digest': 'sha-256=:AA==:',
    'Content-Encoding': 'gzip',
    'Content-Length': '9',
    'Content-MD5': 'AA==',
    'Content-Range': 'bytes */9',
    Digest: 'sha-256=AA==',
    ETag: '"t"',
    'Repr-Digest': 'sha-256=:AA==:',
  };
  const KEPT = { 'content-type': 'a/b', 'last-modified': 'x', 'x-digest': 'y' };
  const copied = (status = 200, body: string | null = 'text', more: object = {}) =>
    new Response(body, { status, headers: { ...CODED, ...KEPT, ...more } });
  const fieldsOf = (response: Response, decoded: boolean) =>
    Object.fromEntries(
      Object.entries(fromResponse(response, factories, { decoded }).getHeaders()).map(
        ([name, values]) => [name.toLowerCase(), values.join()],
      ),
    );

  it.each([200, 206, 416])('with status %i all stay if the body is still coded', (status) => {
    const lower = Object.entries(CODED).map(([name, value]) => [name.toLowerCase(), value]);
    expect(fieldsOf(copied(status), false)).toEqual({ ...Object.fromEntries(lower), ...KEPT });
  });

  it.each<[number, string | null]>([
    [200, 'text'],
    [200, null],
    [304, null],
    [416, 'text'],
  ])('with status %i and body %j say nothing of coded bytes once it is decoded', (...given) => {
    expect(fieldsOf(copied(...given), true)).toEqual({ ...KEPT, etag: 'W/"t"' });
  });

  it.each([
    ['W/"t"', 'W/"t"'],
    ['""', 'W/""'],
    ['t', 't'],
  ])('have for the ETag %s of a decoded body: %s', (tag, expected) => {
    expect(fieldsOf(copied(200, 'text', { ETag: tag }), true)).toHaveProperty('etag', expected);
  });

  it('of a part of coded bytes that was decoded are refused', () => {
    expect(() => fromResponse(copied(206), factories, { decoded: true })).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        status: 500,
        message: expect.stringContaining(
          'status 206, but fetch has decoded the body, and Content-Range counts coded bytes: request it without Range, or with Accept-Encoding: identity',
        ) as unknown,
      }),
    );
  });

  it('of the connection are omitted, with those that Connection names', () => {
    const headers = { Connection: 'close, X-Hop', 'X-Hop': '1', 'Keep-Alive': '5', 'X-A': '2' };
    const message = fromResponse(new Response(null, { headers }), factories);
    expect(message.getRawHeaders()).toEqual(['x-a', '2']);
  });
});
