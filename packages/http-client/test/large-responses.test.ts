import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { clientsOf, http } from './servers.js';

const TOO_LARGE = expect.objectContaining({ name: 'NetworkError', code: 'RESPONSE_TOO_LARGE' });

describe.each(implementations)('a response that exceeds maxBytes, with %s', (_, factories) => {
  const client = clientsOf(factories);
  const get = (url: string) => factories.createRequest('GET', url);

  it.each([
    ['Content-Length', { 'Content-Length': '11' }],
    ['chunks', {}],
  ])(
    'fails while its body is read, with %s, and one of exactly maxBytes does not',
    async (_of, headers) => {
      const url = await http((incoming, outgoing) => {
        outgoing.writeHead(200, headers);
        outgoing.write('0123456789');
        setTimeout(() => outgoing.end('!'), 20);
      });
      const short = await client({ maxBytes: 10 }).sendRequest(get(url));
      expect(short.getStatusCode()).toBe(200);
      await expect(short.getBody().text()).rejects.toEqual(TOO_LARGE);
      const whole = await client({ maxBytes: 11 }).sendRequest(get(url));
      expect(await whole.getBody().text()).toBe('0123456789!');
    },
  );

  it('fails if it arrives with its headers, and is not requested again', async () => {
    let requests = 0;
    const url = await http((_incoming, outgoing) => {
      requests++;
      outgoing.end('0123456789!');
    });
    const response = await client({ maxBytes: 10 }).sendRequest(get(url));
    await expect(response.getBody().text()).rejects.toEqual(TOO_LARGE);
    expect(requests).toBe(1);
  });

  it('closes its connection, so that a server that never stops is cut', async () => {
    let isCut = false;
    const url = await http((_incoming, outgoing) => {
      const write = (): void => {
        if (!outgoing.destroyed) outgoing.write('a'.repeat(65_536), () => setImmediate(write));
      };
      outgoing.on('close', () => (isCut = true));
      write();
    });
    const response = await client({ maxBytes: 1_000_000 }).sendRequest(get(url));
    await expect(response.getBody().text()).rejects.toEqual(TOO_LARGE);
    await waitFor(() => isCut);
  });

  it('is counted as received: compressed, and without content for HEAD and 304', async () => {
    const packed = gzipSync('a'.repeat(1_000));
    const url = await http((incoming, outgoing) => {
      if (incoming.url === '/304') outgoing.writeHead(304, { 'Content-Length': 1_000 }).end();
      else outgoing.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
    });
    const made = client({ maxBytes: packed.length });
    let length = 0;
    for await (const chunk of (await made.sendRequest(get(url))).getBody()) length += chunk.length;
    expect(length).toBe(packed.length);
    for (const request of [get(`${url}/304`), factories.createRequest('HEAD', url)])
      expect(await (await made.sendRequest(request)).getBody().text()).toBe('');
  });
});
