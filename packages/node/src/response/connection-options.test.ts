import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { answer, bytes, closeServers, type Handle, serving, streamed } from '../../test/serving.js';
import { lastGet, readResponses, talk } from '../../test/wire.js';
import { toListener } from '../index.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const fields = { Connection: 'X-Hop, close', 'X-Hop': '1', 'X-Kept': '2' };

async function* chunks() {
  await Promise.resolve();
  yield bytes('text');
}

const thrown: Handle = () => {
  throw Object.assign(new Error('no'), { status: 403, headers: fields });
};

describe.each<[string, Handle, string]>([
  ['a response', () => answer('text', 200, fields), 'GET'],
  ['a response with a streamed body', () => streamed(chunks(), fields), 'GET'],
  ['a response to HEAD', () => answer('text', 200, fields), 'HEAD'],
  ['a 304', () => answer('', 304, fields), 'GET'],
  ['a response to an error', thrown, 'GET'],
])('the fields that Connection names in %s', (_, handle, method) => {
  const sent = lastGet().replace('GET', method);

  it('are not sent over HTTP/1.1, as the name is not', async () => {
    const { port } = await serving(handle);
    const [response] = readResponses(await talk(port, sent), true, [method]);
    expect(response?.fields.get('connection')).toEqual(['close']);
    expect(response?.fields.get('x-kept')).toEqual(['2']);
    expect(response?.fields.has('x-hop')).toBe(false);
  });

  it('are not sent by a listener of another server', async () => {
    const server = createServer(toListener({ handle }, { factories })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [response] = readResponses(await talk(port, sent), true, [method]);
    server.close();
    expect(response?.fields.get('x-kept')).toEqual(['2']);
    expect(response?.fields.has('x-hop')).toBe(false);
  });

  it('are not sent over HTTP/2', async () => {
    const { url } = await serving(handle, { http2: true });
    const { headers } = await ask(client(url), { ':method': method });
    expect(headers).toMatchObject({ 'x-kept': '2' });
    expect(headers).not.toHaveProperty('x-hop');
    expect(headers).not.toHaveProperty('connection');
  });
});
