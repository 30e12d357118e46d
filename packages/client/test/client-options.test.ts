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
  ])('refuses the options %j', (options, option, expected) => {
    const create = () => createClient(contract, options as never);
    expect(create).toThrow(OptionError);
    expect(create).toThrow(expect.objectContaining({ option, code: 'OPTION_INVALID' }));
    expect(create).toThrow(expected);
  });

  it.each([
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
  ])('refuses the options %j', (options, option) => {
    expect(() => fetchTransport(options as never)).toThrow(expect.objectContaining({ option }));
  });
});

describe.each(nodeImplementations)('testTransport with %s', (_, factories) => {
  it('refuses an unknown option', () => {
    const options = { header: {} } as never;
    expect(() => testTransport(server(factories), options)).toThrow(
      expect.objectContaining({ option: 'testTransport.header' }),
    );
  });
});
