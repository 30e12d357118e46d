import { describe, expect, it } from '@jest/globals';
import { type Contract, type EndpointDescription, operation } from '@mortise/contract';
import * as z from 'zod';
import { ClientError, createClient, fetchTransport, type Transport } from '../src/index.js';
import type { TransportRequest } from '../src/transport.js';

/** A transport that keeps its requests and always responds in the same way. */
function recording(status = 204, type = '', text = '') {
  const requests: TransportRequest[] = [];
  const transport: Transport = (request) => {
    requests.push(request);
    return Promise.resolve({
      status,
      header: (name) => (name === 'Content-Type' ? type : null),
      bytes: () => Promise.resolve(new TextEncoder().encode(text)),
    });
  };
  return { requests, transport };
}

/** The one call of a description, untyped. */
function callOf(description: EndpointDescription, transport: Transport, pattern = '/') {
  const contract: Contract = { call: operation('POST', pattern, description) };
  const client = createClient(contract, { transport }) as unknown as {
    readonly call: (
      input?: object,
    ) => Promise<{ readonly header: (name: string) => string | null }>;
  };
  return client.call;
}

describe('a call', () => {
  it('sends the path alone if there is no base URL, and no body if there is none', async () => {
    const { requests, transport } = recording();
    await callOf({ responses: { 204: null } }, transport, '/books')();
    expect(requests).toEqual([
      {
        method: 'POST',
        url: '/books',
        headers: { Accept: 'application/problem+json, application/json;q=0.9, */*;q=0.8' },
        body: null,
        signal: null,
      },
    ]);
  });

  it('joins cookies by semicolons, which no value can contain', async () => {
    const { requests, transport } = recording();
    const cookies = z.object({ a: z.string(), b: z.string() });
    await callOf({ cookies }, transport)({ cookies: { a: '1', b: '2; c=3' } });
    expect(requests[0]?.headers).toMatchObject({ Cookie: 'a=1; b=2%3B%20c%3D3' });
  });

  it('joins the values of a described header by commas', async () => {
    const { requests, transport } = recording();
    const headers = z.object({ 'X-A': z.array(z.int()) });
    await callOf({ headers }, transport)({ headers: { 'X-A': [1, 2] } });
    expect(requests[0]?.headers).toMatchObject({ 'X-A': '1,2' });
  });

  it('sends a described header instead of its own, and described cookies instead of a header', async () => {
    const { requests, transport } = recording();
    const fields = z.record(z.string(), z.string());
    const description = { headers: fields, cookies: fields, body: z.object({}) };
    await callOf(
      description,
      transport,
    )({
      headers: { Accept: 'text/csv', 'Content-Type': 'a/b', Cookie: 'x=y' },
      cookies: { a: '' },
      body: {},
    });
    expect(requests[0]?.headers).toEqual({
      Accept: 'text/csv',
      'Content-Type': 'a/b',
      Cookie: 'a=',
    });
  });

  it('sends base URL, path, query, method and signal', async () => {
    const { requests, transport } = recording();
    const inner = { put: operation('PUT', '/{a}', { query: z.object({ b: z.int() }) }) };
    const client = createClient({ inner }, { transport, baseUrl: 'http://a.test/x' });
    const { signal } = new AbortController();
    await client.inner.put({ args: { a: 'ä' }, query: { b: 1 } }, { signal });
    expect(requests).toMatchObject([
      { method: 'PUT', url: 'http://a.test/x/%C3%A4?b=1', body: null },
    ]);
    expect(requests[0]?.signal).toBe(signal);
  });

  it('sends JSON if the operation accepts JSON and forms', async () => {
    const { requests, transport } = recording();
    const accepts = ['application/x-www-form-urlencoded', 'application/json'];
    await callOf({ body: z.object({ n: z.int() }), accepts }, transport)({ body: { n: 1 } });
    expect(requests[0]).toMatchObject({
      headers: { 'Content-Type': 'application/json' },
      body: '{"n":1}',
    });
  });

  it('sends the JSON type that the operation accepts', async () => {
    const { requests, transport } = recording();
    const accepts = ['text/plain', 'application/merge-patch+json'];
    await callOf({ body: z.object({ n: z.int() }), accepts }, transport)({ body: { n: 1 } });
    expect(requests[0]).toMatchObject({
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: '{"n":1}',
    });
  });

  it('sends a multipart form without files if the operation accepts nothing else', async () => {
    const { requests, transport } = recording();
    const accepts = ['multipart/form-data'];
    await callOf({ body: z.object({ n: z.int() }), accepts }, transport)({ body: { n: 1 } });
    const { headers, body } = requests[0] as TransportRequest;
    expect(headers).not.toHaveProperty('Content-Type');
    expect([...(body as FormData)]).toEqual([['n', '1']]);
  });

  it.each([null, { text: 'No such book.' }])(
    'is described without content only if the response has none: %j',
    async (description) => {
      const call = (type: string, content?: string) =>
        callOf({ responses: { 404: description } }, recording(404, type, content).transport)();
      expect(await call('', '')).toMatchObject({ described: true, status: 404, body: null });
      const problem = await call('application/problem+json', '{"code":"GONE"}');
      expect(problem).toMatchObject({ described: false, status: 404, problem: { code: 'GONE' } });
      const page = await call('text/html', '<h1>404</h1>');
      expect(page).toMatchObject({ described: false, status: 404, problem: null });
    },
  );

  it('returns the headers of a response that is not described', async () => {
    const { transport } = recording(502, 'text/html');
    const result = await callOf({}, transport)();
    expect(result.header('Content-Type')).toBe('text/html');
  });

  it.each(['null', '7', '"x"'])('returns no problem for the content %s', async (text) => {
    const { transport } = recording(404, 'application/problem+json', text);
    expect(await callOf({}, transport)()).toMatchObject({ described: false, problem: null });
  });

  it('names its method and pattern in errors, and keeps the cause', async () => {
    const { transport } = recording(200, 'application/json', '{');
    const call = callOf({ responses: { 200: z.object({}) } }, transport, '/books');
    const error = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      name: 'ClientError',
      code: 'RESPONSE_UNREADABLE',
      message: 'POST /books: the response is not valid JSON',
      cause: expect.any(SyntaxError) as unknown,
    });
  });
});

describe('fetchTransport', () => {
  it('passes its init to fetch', async () => {
    const seen: (RequestInit | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (_url, init) => {
      seen.push(init);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    const transport = fetchTransport({ fetch, init: { credentials: 'include' } });
    await callOf({ responses: { 204: null } }, transport)();
    expect(seen).toMatchObject([{ credentials: 'include', method: 'POST', body: null }]);
  });
});
