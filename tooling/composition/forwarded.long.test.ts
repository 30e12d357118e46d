/** A route that forwards to another service, inside all layers: on every adapter and implementation. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { proxy, type ProxyInterface } from '@mortise/proxy';
import type { AppInterface } from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { adapters } from './adapters.js';
import { ORIGIN, PAGE, wholeStack } from './whole-stack.js';

const combinations = nodeImplementations.flatMap(([name, factories]) =>
  adapters.map(([adapter, send]) => ({ name: `${name} over ${adapter}`, factories, send })),
);

describe.each(combinations)('$name', ({ factories, send }) => {
  let service: Server;
  let forward: ProxyInterface;
  let app: AppInterface;
  let lines: readonly string[];
  beforeEach(async () => {
    service = createServer((incoming, outgoing) => {
      if (incoming.url === '/packed') {
        outgoing.writeHead(200, { 'Content-Encoding': 'gzip', ETag: '"7"' }).end(gzipSync(PAGE));
      } else if (incoming.url === '/plain') {
        outgoing.writeHead(200, { 'Content-Type': 'text/plain', 'Set-Cookie': 'a=b' }).end(PAGE);
      } else if (incoming.url === '/note') incoming.pipe(outgoing);
      else incoming.socket.destroy();
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    forward = proxy({
      target: `http://127.0.0.1:${port}`,
      rewrite: (path) => path.replace('/service', ''),
    });
    ({ app, lines } = wholeStack(factories, 'default', ['csrfTokens']));
    app.any('/service/{path:.*}', (request) => forward.handle(request), { body: false });
  });
  afterEach(async () => {
    await forward.close();
    service.close();
  });

  const ask = (path: string, method = 'GET', body?: string) =>
    send(app, {
      ...{ method, path: `/service/${path}`, ...(body !== undefined && { body }) },
      headers: { 'Accept-Encoding': 'gzip', Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' },
    });

  it('passes what the service has compressed, and does not compress it again', async () => {
    const { status, headers, body } = await ask('packed');
    expect([status, headers['content-encoding'], headers['etag']]).toEqual([200, 'gzip', '"7"']);
    expect(gunzipSync(body).toString()).toBe(PAGE);
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['x-request-id']).toBe('7');
  });

  it('compresses what the service has not', async () => {
    const { headers, body } = await ask('plain');
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['set-cookie']).toContain('a=b');
    expect(gunzipSync(body).toString()).toBe(PAGE);
  });

  it('passes the body of the request', async () => {
    const { status, body } = await ask('note', 'PUT', 'remember');
    expect([status, body.toString()]).toEqual([200, 'remember']);
  });

  it('is 502 with the headers of all layers, and in the log, if the service fails', async () => {
    const { status, headers } = await ask('crash');
    expect(status).toBe(502);
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['x-request-id']).toBe('7');
    expect(headers).toHaveProperty('content-security-policy');
    expect(lines.join('\n')).toContain('502');
  });
});
