import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { operation } from '@mortise/contract';
import { createClient, fetchTransport, type Transport } from '../src/index.js';
import { testTransport } from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { server } from './library.js';

const contract = { show: operation('GET', '/books', {}) };
const unreached: Transport = () => Promise.reject(new Error('a call was sent'));

describe('createClient', () => {
  it.each([
    [{}, 'createClient.transport', 'expected a function, such as fetchTransport()'],
    [{ transport: 'https://a.test' }, 'createClient.transport', 'expected a function'],
    [null, 'createClient', 'expected an object'],
    [{ transport: unreached, baseURL: '/api' }, 'createClient.baseURL', 'createClient.baseUrl'],
    [{ transport: unreached, baseUrl: 7 }, 'createClient.baseUrl', 'expected a URL or path'],
    [{ transport: unreached, baseUrl: '/api/' }, 'createClient.baseUrl', 'trailing slash'],
    [{ transport: unreached, baseUrl: '/api?a=1' }, 'createClient.baseUrl', 'without a query'],
    [{ transport: unreached, baseUrl: '/api#a' }, 'createClient.baseUrl', 'fragment'],
    ...[
      ...['api', 'localhost:3000', '//other.test', '/\\other.test', 'javascript:', 'https://'],
      ...['https:///api', 'https://ada:secret@h.test'],
    ].map((baseUrl): [object, string, string] => [
      { transport: unreached, baseUrl },
      'createClient.baseUrl',
      'such as "https://example.org/api" or "/api"',
    ]),
  ])('refuses the options %j', (options, option, expected) => {
    const create = () => createClient(contract, options as never);
    expect(create).toThrow(OptionError);
    expect(create).toThrow(expect.objectContaining({ option, code: 'OPTION_INVALID' }));
    expect(create).toThrow(expected);
  });

  it.each([
    '',
    '/a',
    '/api/v1',
    'https://h.test',
    'http://[::1]:8080/a/b',
    'HTTP://localhost:3000',
    'capacitor://localhost',
  ])('accepts the base URL %j', async (baseUrl) => {
    const sent: string[] = [];
    const transport: Transport = ({ url }) => {
      sent.push(url);
      return Promise.reject(new Error('no server'));
    };
    await expect(createClient(contract, { transport, baseUrl }).show()).rejects.toThrow(
      'no server',
    );
    expect(sent).toEqual([`${baseUrl}/books`]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a Response', new Response('{}')],
    ['a status alone', { status: 200 }],
    ['text', '{}'],
  ])('names the transport that returns %s', async (_name, result) => {
    const transport = () => Promise.resolve(result as never);
    await expect(createClient(contract, { transport }).show()).rejects.toMatchObject({
      option: 'createClient.transport',
      message: expect.stringContaining('fetchTransport({ fetch })') as unknown,
    });
  });

  it.each([
    [{ headers: { 'X-A': undefined } }, 'call.headers.X-A'],
    [{ headers: { 'X-A': null } }, 'call.headers.X-A'],
    [{ headers: { 'X-A': 5 } }, 'call.headers.X-A'],
    [{ header: {} }, 'call.header'],
    [{ headers: 'X-A: 1' }, 'call.headers'],
    [{ signal: new AbortController() }, 'call.signal'],
  ])('refuses the options %j of a call, which is not sent', async (options, option) => {
    const { show } = createClient(contract, { transport: unreached });
    await expect(show({}, options as never)).rejects.toMatchObject({ option });
  });
});

describe('fetchTransport', () => {
  it.each([
    [{ fetch: 'fetch' }, 'fetchTransport.fetch'],
    [{ headers: 'X-A: 1' }, 'fetchTransport.headers'],
    [{ init: 'include' }, 'fetchTransport.init'],
    [{ credentials: 'include' }, 'fetchTransport.credentials'],
    [{ headers: { Authorization: undefined } }, 'fetchTransport.headers.Authorization'],
  ])('refuses the options %j', (options, option) => {
    expect(() => fetchTransport(options as never)).toThrow(expect.objectContaining({ option }));
  });

  it.each<[unknown, string]>([
    [undefined, 'fetchTransport.headers'],
    [{ Authorization: undefined }, 'fetchTransport.headers.Authorization'],
  ])('refuses %j from a function of headers, and sends nothing', async (headers, option) => {
    const fetch = () => Promise.reject(new Error('it was sent'));
    const transport = fetchTransport({ fetch, headers: () => headers as never });
    await expect(createClient(contract, { transport }).show()).rejects.toMatchObject({ option });
  });
});

describe.each(nodeImplementations)('testTransport with %s', (_, factories) => {
  it.each([undefined, 5])('refuses %s as a header, also from a function', async (value) => {
    const headers = { 'X-A': value } as never;
    const option = 'testTransport.headers.X-A';
    expect(() => testTransport(server(factories), { headers })).toThrow(
      expect.objectContaining({ option }),
    );
    const transport = testTransport(server(factories), { headers: () => headers });
    const { show } = createClient(contract, { transport });
    await expect(show()).rejects.toMatchObject({ option });
  });

  it('refuses an unknown option', () => {
    const options = { header: {} } as never;
    expect(() => testTransport(server(factories), options)).toThrow(
      expect.objectContaining({ option: 'testTransport.header' }),
    );
  });
});
