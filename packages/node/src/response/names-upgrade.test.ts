import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { factories } from '@mortise/message';
import type { AddressInfo } from 'node:net';
import { answer, closeServers, type Handle, serving } from '../../test/serving.js';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { get, lastGet, readResponses, talk } from '../../test/wire.js';
import { toListener } from '../index.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const refusal: Handle = () => answer('no', 426).withHeader('upgrade', 'websocket');
const thrown: Handle = () =>
  Promise.reject(
    Object.assign(new Error('no'), { status: 426, headers: { Upgrade: 'websocket' } }),
  );

describe.each<[string, Handle]>([
  ['a response with Upgrade', refusal],
  ['a response to an error with Upgrade', thrown],
])('%s', (_, handle) => {
  it('names it in Connection, and keeps the connection as before', async () => {
    const { port } = await serving(handle);
    const [first, last] = readResponses(await talk(port, get() + lastGet()), true);
    expect(first?.fields.get('connection')).toEqual(['keep-alive, Upgrade']);
    expect(first?.fields.get('keep-alive')).toHaveLength(1);
    expect(last?.fields.get('connection')).toEqual(['close, Upgrade']);
    expect(last?.fields.get('upgrade')).toEqual(['websocket']);
  });

  it('says that the connection closes, if an expected body was not requested', async () => {
    const text = await talk((await serving(handle)).port, get('/', 'Expect: 100-continue'));
    const responses = readResponses(text, true).map(({ fields }) => fields);
    expect(responses.map((fields) => fields.get('connection'))).toEqual([['close, Upgrade']]);
    expect(responses.map((fields) => fields.has('keep-alive'))).toEqual([false]);
  });

  it('has neither over HTTP/2', async () => {
    const { url } = await serving(handle, { http2: true });
    const { status, headers } = await ask(client(url));
    expect([status, headers['upgrade'], headers['connection']]).toEqual([
      426,
      undefined,
      undefined,
    ]);
  });

  it('names it on another server too', async () => {
    const listener = toListener({ handle }, { factories });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [first, last] = readResponses(await talk(port, get() + lastGet()), true);
    server.close();
    expect(first?.fields.get('connection')).toEqual(['keep-alive, Upgrade']);
    expect(last?.fields.get('connection')).toEqual(['close, Upgrade']);
  });
});

it('closes the connection after a response with Upgrade and Connection: close', async () => {
  const { port } = await serving(() =>
    answer('no', 426).withHeader('Upgrade', 'websocket').withHeader('Connection', 'close'),
  );
  const responses = readResponses(await talk(port, get() + get()), true);
  expect(responses.map(({ fields }) => fields.get('connection'))).toEqual([['close, Upgrade']]);
});
