import { execFileSync } from 'node:child_process';
import { readlinkSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { staticFiles, withFile, withFileDownload } from '../src/node/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { createSite, openFilesBelow } from './site.js';

const LARGE = Buffer.alloc(8 * 1024 * 1024, 'x');
const site = createSite({ 'a.txt': '0123456789', 'large.bin': LARGE, 'docs/index.html': 'docs' });
afterAll(site.remove);

const openFiles = () => openFilesBelow(site.root, readlinkSync) ?? 0;

function application(factories: HttpFactoriesInterface) {
  const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
  app.get('/route', (_request, response) => text(response, 'route'));
  app.get('/download', (request, response) =>
    withFileDownload(request, response, join(site.root, 'a.txt'), { factories }),
  );
  app.add(staticFiles({ root: site.root, factories }));
  app.addErrorMiddleware();
  return app;
}

describe.each(implementations)('staticFiles over a socket with %s', (_name, factories) => {
  let server: ServerHandle;

  beforeAll(async () => {
    server = await serve(application(factories), { port: 0, onError: () => undefined });
  });
  afterAll(() => server.close());

  const ask = (path: string, headers = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, redirect: 'manual' });

  it('sends a large file whole, and closes it', async () => {
    const response = await ask('/large.bin');
    expect(Buffer.from(await response.arrayBuffer()).equals(LARGE)).toBe(true);
    await waitFor(() => openFiles() === 0);
  });

  it.each([
    ['/large.bin', { Range: 'bytes=0-0' }, 206, '1'],
    ['/a.txt', { Range: 'bytes=20-' }, 416, null],
    ['/route', {}, 200, '5'],
    ['/none', {}, 404, null],
    ['/download', {}, 200, '10'],
  ])('responds to %s with %j: %d', async (path, headers, status, length) => {
    const response = await ask(path, headers);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    if (length !== null) expect(response.headers.get('Content-Length')).toBe(length);
  });

  it('renders 416 with the size of the file, and without its cache headers', async () => {
    const { headers } = await ask('/a.txt', { Range: 'bytes=20-' });
    expect(headers.get('Content-Range')).toBe('bytes */10');
    expect([headers.get('ETag'), headers.get('Cache-Control')]).toEqual([null, null]);
  });

  it('responds to HEAD with the length and without a body', async () => {
    const response = await ask('/large.bin', {}, 'HEAD');
    expect(response.headers.get('Content-Length')).toBe(String(LARGE.length));
    expect((await response.arrayBuffer()).byteLength).toBe(0);
    await waitFor(() => openFiles() === 0);
  });

  it('closes the file when the client disconnects', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n');
    await waitForEvent('the first bytes', once(socket, 'data'));
    socket.pause();
    expect(openFiles()).toBe(1);
    socket.destroy();
    await waitFor(() => openFiles() === 0);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/docs/../../secret.txt',
    '/docs/..%5c..%5csecret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/%2fetc/passwd',
    '/%252e%252e/secret.txt',
    '/docs/%00/../../../secret.txt',
    '/....//secret.txt',
    '/.%00./secret.txt',
  ])('never leaves the folder: %s', async (path) => {
    const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(reply).not.toContain('secret\r\n');
  });

  it.each(['//docs', '//evil.example/docs', '/docs', '/\\evil.example/docs'])(
    'never redirects %s to another host',
    async (path) => {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      const [, location] = /\r\nLocation: (.*)\r\n/i.exec(reply) ?? [];
      expect([undefined, '/docs/']).toContain(location);
    },
  );

  it('does not wait for a pipe in the folder', async () => {
    rmSync(join(site.root, 'pipe'), { force: true });
    execFileSync('mkfifo', [join(site.root, 'pipe')]);
    const response = await ask('/pipe');
    await response.arrayBuffer();
    expect(response.status).toBe(404);
  });

  it('does not send a socket in the folder', async () => {
    const socket = createServer().listen(join(site.root, 'socket'));
    await waitForEvent('the socket', once(socket, 'listening'));
    try {
      const response = await ask('/socket');
      await response.arrayBuffer();
      expect(response.status).toBe(404);
    } finally {
      socket.close();
    }
  });

  async function raw(request: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(request);
    let reply = '';
    for await (const chunk of socket) reply += String(chunk);
    return reply;
  }
});

describe('staticFiles elsewhere', () => {
  it('runs in variant A', async () => {
    const app = createVariantA({ factories });
    app.add(singlePass(staticFiles({ root: site.root, factories })));
    const response = await app.handle(factories.createServerRequest('GET', '/a.txt'));
    expect(await response.getBody().text()).toBe('0123456789');
  });

  it('sends the type of a file from a callback of variant A, whose responses begin as HTML', async () => {
    const app = createVariantA({ factories });
    app.get('/', (request, response) => withFile(request, response, join(site.root, 'a.txt')));
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    expect(response.getHeaderLine('Content-Type')).toBe('text/plain; charset=utf-8');
  });

  it('runs in a fetch handler', async () => {
    const handler = toFetchHandler(application(factories), { factories });
    const headers = { Range: 'bytes=1-2' };
    const response = await handler(new Request('http://a.example/a.txt', { headers }));
    expect([response.status, await response.text()]).toEqual([206, '12']);
  });
});
