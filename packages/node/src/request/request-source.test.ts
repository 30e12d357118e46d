import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { defaultLimits } from '../server-limits.js';
import { RequestHead } from './request-head.js';
import {
  type Client,
  DirectClient,
  MountedRequestSource,
  NodeRequestSource,
} from './request-source.js';

const CLIENT: Client = {
  address: '203.0.113.7',
  port: 1,
  scheme: 'https',
  host: 'example.com',
  hostReported: true,
};

/** A request on a socket with these properties. */
function received(addresses: object = {}) {
  const socket = Object.defineProperties(
    new Socket(),
    Object.fromEntries(
      Object.entries(addresses).map(([name, value]: [string, unknown]) => [name, { value }]),
    ),
  );
  const incoming = Object.assign(new IncomingMessage(socket), {
    method: 'PUT',
    url: '/a?b',
    httpVersion: '1.0',
    rawHeaders: ['Host', 'h.test', 'X', 'y'],
  });
  const head = new RequestHead(incoming.rawHeaders, incoming.url, true, defaultLimits);
  return { incoming, head };
}

const LOCAL = { localAddress: '10.0.0.1', localPort: 80 };

describe('the source of a request', () => {
  it('describes it as it was received, even after the message was changed', () => {
    const { incoming, head } = received(LOCAL);
    const source = new NodeRequestSource(incoming, head, null, () => CLIENT);
    Object.assign(incoming, { method: 'GET', url: '/' });
    const { method, target, protocolVersion, rawHeaders, body, localAddress, localPort } = source;
    expect({ method, target, protocolVersion, rawHeaders, body, localAddress, localPort }).toEqual({
      method: 'PUT',
      target: '/a?b',
      protocolVersion: '1.0',
      rawHeaders: ['Host', 'h.test', 'X', 'y'],
      body: null,
      ...LOCAL,
    });
  });

  it('asks once who the client is, and not before somebody wants to know', () => {
    const { incoming, head } = received();
    const asked: unknown[] = [];
    const source = new NodeRequestSource(incoming, head, null, (...what) => {
      asked.push(what);
      return CLIENT;
    });
    expect(asked).toEqual([]);
    const { scheme, host, hostReported, remoteAddress, remotePort } = source;
    expect([scheme, host, hostReported, remoteAddress, remotePort]).toEqual([
      'https',
      'example.com',
      true,
      '203.0.113.7',
      1,
    ]);
    expect(asked).toEqual([[incoming, head, '/a?b']]);
  });

  it('has null for addresses of a connection that is gone', () => {
    const { incoming, head } = received({ localAddress: undefined, localPort: undefined });
    const source = new NodeRequestSource(incoming, head, null, () => CLIENT);
    expect([source.localAddress, source.localPort]).toEqual([null, null]);
  });

  it('has the whole target, and the path of the application, if it is mounted', () => {
    const { incoming, head } = received(LOCAL);
    const mount = { target: '/app/a?b', basePath: '/app', elsewhere: false };
    const source = new MountedRequestSource(mount, incoming, head, null, () => CLIENT);
    const { target, basePath, method, host } = source;
    expect([target, basePath, method, host]).toEqual(['/app/a?b', '/app', 'PUT', 'example.com']);
  });
});

describe('a client that no proxy describes', () => {
  it.each([
    [
      { remoteAddress: '192.0.2.1', remotePort: 7 },
      { address: '192.0.2.1', port: 7, scheme: 'http', host: 'h.test' },
    ],
    [
      { remoteAddress: '192.0.2.1', remotePort: 7, encrypted: true },
      { address: '192.0.2.1', port: 7, scheme: 'https', host: 'h.test' },
    ],
    [
      { remoteAddress: undefined, remotePort: undefined },
      { address: null, port: null, scheme: 'http', host: 'h.test' },
    ],
  ])('is the peer of its connection: %j', (socket, client) => {
    const { incoming, head } = received(socket);
    const { address, port, scheme, host } = new DirectClient(incoming, head);
    expect({ address, port, scheme, host }).toEqual(client);
  });
});
