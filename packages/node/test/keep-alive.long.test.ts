import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServeOptions } from '../src/index.js';
import { ask, client, closeClients } from './http2-client.js';
import { answer, closeServers, serving } from './serving.js';
import { waitForEvent } from './wait-for.js';
import { get, lastGet, readResponses, talk } from './wire.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

/** The default time of a connection, twice over: the machine may be busy. */
const PATIENCE = 30_000;

/** A proxy on this machine, beside clients from 127.0.0.1. */
const PROXY = '127.0.0.2';

describe('the field Keep-Alive', () => {
  it.each<[string, Partial<ServeOptions>, string]>([
    ['5 s for a client', {}, 'timeout=5'],
    ['5 s for a client that is not a trusted proxy', { trustProxy: [PROXY] }, 'timeout=5'],
    ['72 s for a trusted proxy', { trustProxy: ['127.0.0.0/31'] }, 'timeout=72'],
    [
      'the configured time, for everyone',
      { trustProxy: ['127.0.0.1'], limits: { keepAliveTimeout: 9_000 } },
      'timeout=9',
    ],
    [
      '72 s beside other limits',
      { trustProxy: ['127.0.0.1'], limits: { headerCount: 9 } },
      'timeout=72',
    ],
  ])('says %s', async (_, options, value) => {
    const { port } = await serving(() => answer(), options);
    const [response] = readResponses(await talk(port, get() + lastGet()), true);
    expect(response?.fields.get('keep-alive')).toEqual([value]);
  });
});

describe('an idle connection of a trusted proxy', () => {
  it('is still open after that of a client was closed', async () => {
    const { port } = await serving(() => answer('hello'), { trustProxy: [PROXY] });
    const from = (localAddress: string): Socket =>
      connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    const [proxied, direct] = [from(PROXY), from('127.0.0.1')];
    const first = once(proxied.setEncoding('utf8'), 'data');
    proxied.write(get());
    direct.resume().write(get());
    await waitForEvent('a response', first);
    await waitForEvent('the end of the idle connection', once(direct, 'close'), PATIENCE);
    const again = once(proxied, 'data');
    proxied.write(get());
    expect(String(await waitForEvent('a second response', again))).toContain('200 OK');
    proxied.destroy();
  });

  it('is still open after that of a client was closed, over HTTP/2', async () => {
    const { port, url } = await serving(() => answer('hello'), {
      trustProxy: [PROXY],
      http2: true,
    });
    const proxied = client(url, {
      createConnection: () => connect({ port, host: '127.0.0.1', localAddress: PROXY }),
    });
    const direct = client(url);
    await Promise.all([ask(proxied), ask(direct)]);
    await waitForEvent('the end of the idle connection', once(direct, 'close'), PATIENCE);
    expect(await ask(proxied)).toMatchObject({ status: 200, body: 'hello' });
  });
});
