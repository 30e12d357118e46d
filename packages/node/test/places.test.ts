import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { answer, closeServers, serving, sleep } from './serving.js';
import { waitForEvent } from './wait-for.js';
import { talk } from './wire.js';

afterEach(closeServers);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Not where TMPDIR says: the path of a socket has room for a hundred bytes.
const folder = mkdtempSync('/tmp/mortise-');

// A shared key stands in for a certificate, which a test would have to keep.
const psk = Buffer.alloc(32, 7);
const ciphers = 'PSK+HIGH:@SECLEVEL=0';
const tls = { pskCallback: () => psk, ciphers, maxVersion: 'TLSv1.2' as const };
const client = {
  host: '127.0.0.1',
  pskCallback: () => ({ psk, identity: 'test' }),
  ciphers,
  checkServerIdentity: () => undefined,
};

describe('serve with tls', () => {
  it('serves HTTPS, with https in the URI of the request', async () => {
    const { port, url } = await serving((request) => answer(request.getUri().getScheme()), { tls });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    expect(await bodyOf(httpsRequest({ ...client, port, agent: false }))).toBe('https');
  });

  it.each([
    [false, 'http/1.1'],
    [true, 'h2'],
  ])('offers HTTP/2 only if it is enabled: %s', async (http2, protocol) => {
    const { port } = await serving(() => answer('x'), { tls, http2 });
    const socket = await secureSocket(port, ['h2', 'http/1.1']);
    expect(socket.alpnProtocol).toBe(protocol);
    socket.destroy();
  });

  it('offers HTTP/2 first if it is enabled, whatever protocols `tls` lists', async () => {
    const offered = { ...tls, ALPNProtocols: ['http/1.1'] };
    const { port } = await serving(() => answer('x'), { tls: offered, http2: true });
    const socket = await secureSocket(port, ['http/1.1', 'h2']);
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
  });

  it('serves an absolute target with the scheme https', async () => {
    const { port } = await serving(() => answer('x'), { tls });
    const path = 'https://a.test/';
    expect(await bodyOf(httpsRequest({ ...client, port, path, agent: false }))).toBe('x');
  });

  it('closes without waiting for connections that are silent, idle or in a handshake', async () => {
    const server = await serving(() => answer('x'), { tls, closeTimeout: 600_000 });
    const shaking = connect(server.port, '127.0.0.1').on('error', () => undefined);
    const silent = await secureSocket(server.port);
    const idle = await secureSocket(server.port);
    idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await waitForEvent('a response', once(idle, 'data'));
    await waitForEvent('the server to close', server.close());
    for (const socket of [shaking, silent, idle]) socket.destroy();
  });

  it('serves requests within the grace period on a connection whose handshake ends while it closes', async () => {
    const server = await serving(() => answer('late'), { tls, closeTimeout: 600_000 });
    const proxy = createServer((client) => {
      const up = connect(server.port, '127.0.0.1');
      let flights = 0;
      up.pipe(client);
      client.on('data', (chunk) => {
        setTimeout(() => up.write(chunk), flights++ === 1 ? 1_500 : 0);
      });
    }).listen(0, '127.0.0.1');
    await waitForEvent('the proxy to listen', once(proxy, 'listening'));
    const shaking = secureSocket((proxy.address() as AddressInfo).port);
    await sleep(50);
    const closed = server.close({ idleTimeout: 3_000 });
    const socket = await shaking;
    await sleep(1_700); // half of that, twice: the machine may be busy
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [heard] = (await waitForEvent('a response', once(socket, 'data'))) as [Buffer];
    expect(heard.toString()).toMatch(/late$/);
    await waitForEvent('the server to close', closed);
    proxy.close();
  });

  it('reports a certificate that cannot be used', async () => {
    const broken = serving(() => answer('x'), { tls: { key: 'x', cert: 'y' } });
    await expect(broken).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});

describe('serve on a port', () => {
  it('is named by its address and port in a request without Host', async () => {
    const { port } = await serving((request) => {
      const { SERVER_NAME, SERVER_PORT } = request.getServerParams();
      return answer(`${SERVER_NAME}:${SERVER_PORT}`);
    });
    expect(await talk(port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(
      new RegExp(`\r\n\r\n127\\.0\\.0\\.1:${port}$`),
    );
  });
});

describe('serve with a path', () => {
  it('listens on a Unix socket, and reports one that already exists', async () => {
    const path = join(folder, 'socket');
    const { port, url } = await serving(
      (request) => answer(String(request.getServerParams()['REMOTE_ADDR'])),
      { path },
    );
    expect([port, url]).toEqual([0, `unix:${path}`]);
    expect(await bodyOf(httpRequest({ socketPath: path, agent: false }))).toBeDefined();
    await expect(serving(() => answer('x'), { path })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `${path} already exists: remove it if no server uses it`,
    });
  });
});

function bodyOf(outgoing: ReturnType<typeof httpRequest>): Promise<string> {
  const body = new Promise<string>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () => {
        resolve(text);
      });
    });
    outgoing.end();
  });
  return waitForEvent('a response', body);
}

function secureSocket(port: number, protocols?: string[]): Promise<TLSSocket> {
  const connected = new Promise<TLSSocket>((resolve, reject) => {
    const options = protocols === undefined ? {} : { ALPNProtocols: protocols };
    const socket = connectSecurely({ ...client, ...options, port }, () => {
      resolve(socket);
    });
    socket.on('error', reject);
  });
  return waitForEvent('a handshake', connected);
}
