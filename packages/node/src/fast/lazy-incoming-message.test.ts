import { describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { LazyIncomingMessage } from './lazy-incoming-message.js';

const server = createServer();

// What Node's parser fills in, undocumented, so that `headers` can be made of the raw fields.
const message = (...rawHeaders: string[]): LazyIncomingMessage => {
  const socket = Object.assign(new Socket(), { server });
  const incoming = Object.assign(new LazyIncomingMessage(socket), { httpVersionMinor: 1 });
  const filler: { _addHeaderLines?: (fields: string[], count: number) => void } =
    incoming as object;
  incoming.rawHeaders = rawHeaders;
  filler._addHeaderLines?.(rawHeaders, rawHeaders.length);
  return incoming;
};

describe('the headers of a request before it is handed over', () => {
  it('show what the client expects, with the name in any case', () => {
    expect(message('Host', 'a', 'eXpect', '100-continue').headers.expect).toBe('100-continue');
  });

  it('are not created for Node if it expects nothing', () => {
    const incoming = message('Host', 'a', 'Expec', 'x');
    expect(incoming.headers).toEqual({});
    expect(incoming.isSeen).toBe(false);
  });

  it('are those of the request for every other read, which is noticed', () => {
    const incoming = message('Host', 'a');
    expect([incoming.headers, incoming.headers, incoming.isSeen]).toEqual([
      {},
      { host: 'a' },
      true,
    ]);
  });

  it.each([
    ['of HTTP/1.0', { httpVersionMinor: 0 }],
    ['that is an upgrade', { upgrade: true }],
    ['on a connection without a server', { socket: new Socket() }],
    [
      'whose server has an `emit` of its own',
      { socket: Object.assign(new Socket(), { server: { emit: () => true } }) },
    ],
  ])('are those of a request %s, which Node does not read itself or alone', (_, facts) => {
    expect(Object.assign(message('Host', 'a'), facts).headers).toEqual({ host: 'a' });
  });

  it.each(['http.server.request.start', 'http.server.response.created'])(
    'are those of the request for subscribers of %s',
    (name) => {
      const watch = (): void => undefined;
      subscribe(name, watch);
      expect(message('Host', 'a').headers).toEqual({ host: 'a' });
      unsubscribe(name, watch);
    },
  );
});

describe('the headers of a request that was handed over', () => {
  const handedOver = (...raw: string[]) => {
    const incoming = message(...raw);
    incoming.handOver();
    return incoming;
  };

  it('are all of them', () => {
    const { headers } = handedOver('Host', 'a', 'X-A', '1', 'x-a', '2');
    expect(headers).toEqual({ host: 'a', 'x-a': '1, 2' });
  });

  it('keep what is written to them', () => {
    const incoming = handedOver('Host', 'a');
    incoming.headers['x-b'] = 'c';
    expect(incoming.headers).toEqual({ host: 'a', 'x-b': 'c' });
  });
});
