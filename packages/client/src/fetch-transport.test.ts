import { afterEach, describe, expect, it } from '@jest/globals';
import { fetchTransport, type FetchTransportOptions } from './fetch-transport.js';
import type { TransportRequest } from './transport.js';

const GET: TransportRequest = { method: 'GET', url: '/', headers: {}, body: null, signal: null };

const platform = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = platform;
});

/** A `fetch` that records its arguments, and always responds in the same way. */
function recording() {
  const calls: [unknown, RequestInit | undefined][] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    calls.push([url, init]);
    return Promise.resolve(new Response('ab', { status: 201, headers: { 'X-A': '1' } }));
  };
  return { calls, fetch };
}

/** The headers that a transport sends for those of a call. */
async function headersOf(options: FetchTransportOptions, own: Record<string, string> = {}) {
  const { calls, fetch } = recording();
  await fetchTransport({ ...options, fetch })({ ...GET, headers: own });
  return calls[0]?.[1]?.headers;
}

describe('fetchTransport', () => {
  it('calls the fetch of the platform by default, as it is at the time of the call', async () => {
    const { calls, fetch } = recording();
    const transport = fetchTransport();
    globalThis.fetch = fetch;
    await transport(GET);
    expect(calls).toEqual([['/', { method: 'GET', headers: {}, body: null, signal: null }]]);
  });

  it('rejects with what to write if no page completes the URL', async () => {
    const error: unknown = await fetchTransport()({ ...GET, url: '/a' }).catch((e: unknown) => e);
    expect(error).toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'invalid createClient.baseUrl: received ""; expected the address of the server, such as "https://example.org", which is required outside browsers',
      cause: { name: 'TypeError' },
    });
  });

  it.each<[string, string, Error, object]>([
    ['of an absolute URL', 'http://a.test/', new TypeError('fetch failed'), {}],
    ['of a page', '/a', new TypeError('fetch failed'), { location: {} }],
    ['that is an abort', '/a', new DOMException('aborted', 'AbortError'), {}],
  ])('rejects with the error of fetch %s', async (_what, url, failure, page) => {
    Object.assign(globalThis, page);
    const fetch = () => Promise.reject(failure);
    try {
      await expect(fetchTransport({ fetch })({ ...GET, url })).rejects.toBe(failure);
    } finally {
      Reflect.deleteProperty(globalThis, 'location');
    }
  });

  it('passes every part of a request, beside those of init', async () => {
    const { calls, fetch } = recording();
    const { signal } = new AbortController();
    const init = { credentials: 'omit' } as const;
    const sent = { method: 'PUT', url: 'http://a.test/', headers: { a: 'b' }, body: 'c', signal };
    await fetchTransport({ fetch, init })(sent);
    const { url, ...parts } = sent;
    expect(calls).toEqual([[url, { ...parts, credentials: 'omit' }]]);
    expect(calls[0]?.[1]?.signal).toBe(signal);
  });

  it.each<[string, unknown]>([
    ['init.method', { method: 'GET' }],
    ['init.headers', { headers: { a: '1' } }],
    ['init.body', { body: undefined }],
    ['init.signal', { signal: null }],
    ['init.method', new Request('http://a.test/')],
    ['init', new Map()],
    ['init', null],
  ])('refuses %s, which a call would replace or which would be ignored', (option, init) => {
    expect(() => fetchTransport({ init } as FetchTransportOptions)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `fetchTransport.${option}` }),
    );
  });

  it('returns status, headers and the bytes of the body', async () => {
    const response = await fetchTransport({ fetch: recording().fetch })(GET);
    expect([response.status, response.header('x-a'), response.header('b')]).toEqual([
      201,
      '1',
      null,
    ]);
    expect(await response.bytes()).toEqual(new Uint8Array([97, 98]));
  });

  it.each([new Map([['a', '1']]), ['a'], new Headers(), Promise.resolve({}), null])(
    'refuses the headers %p, which would not be sent',
    (headers) => {
      expect(() => fetchTransport({ headers } as unknown as FetchTransportOptions)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'fetchTransport.headers' }),
      );
    },
  );

  it('adds its headers to those of a call, which win', async () => {
    expect(await headersOf({ headers: { a: '1', b: '1' } }, { b: '2', c: '2' })).toEqual({
      a: '1',
      b: '2',
      c: '2',
    });
  });

  it('sends the header of a call instead of its own with the same name in another case', async () => {
    expect(await headersOf({ headers: { Authorization: '1' } }, { authorization: '2' })).toEqual({
      authorization: '2',
    });
  });

  it('calls a function of headers for each request', async () => {
    const { calls, fetch } = recording();
    let count = 0;
    const transport = fetchTransport({ fetch, headers: () => ({ a: String((count += 1)) }) });
    await transport(GET);
    await transport(GET);
    expect(calls.map(([, init]) => init?.headers)).toEqual([{ a: '1' }, { a: '2' }]);
  });
});
