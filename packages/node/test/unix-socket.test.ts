import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { toListener, type ServeOptions } from '../src/index.js';
import { ask, client, closeClients } from './http2-client.js';
import { answer, closeServers, gate, type Handle, serving } from './serving.js';
import { waitForEvent } from './wait-for.js';
import { get, Wire } from './wire.js';

afterEach(async () => {
  closeClients();
  await closeServers();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Not where TMPDIR says: the path of a socket has room for a hundred bytes.
const folder = mkdtempSync('/tmp/mortise-');
let sockets = 0;
const newPath = (): string => join(folder, String(sockets++));

const trustProxy = ['unix'];
const forwarded = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'site.test',
  'X-Forwarded-Prefix': '/app',
  Forwarded: 'for=203.0.113.8;proto=https;host=other.test',
};
const headers = { Host: 'inner.test', ...forwarded };

/** Who the client is, and where it believes to be. */
const told: Handle = (request) => {
  const { REMOTE_ADDR = 'nobody' } = request.getServerParams();
  return answer(`${REMOTE_ADDR} ${String(request.getUri())} ${request.getUri().getBasePath()}`);
};

/** A response over HTTP/1.1. */
interface Told {
  readonly body: string;
  readonly keepAlive: unknown;
}

function told1(outgoing: ReturnType<typeof httpRequest>): Promise<Told> {
  const response = new Promise<Told>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        resolve({ body, keepAlive: incoming.headers['keep-alive'] });
      });
    });
    outgoing.end();
  });
  return waitForEvent('a response', response);
}

const asked = (socketPath: string, fields: Readonly<Record<string, string>> = headers) =>
  told1(
    httpRequest({
      socketPath,
      path: '/x',
      headers: { ...fields, Connection: 'keep-alive' },
      agent: false,
    }),
  );

async function bodyFrom(options: Partial<ServeOptions>): Promise<string> {
  const path = newPath();
  await serving(told, { path, ...options });
  return (await asked(path)).body;
}

describe('a proxy on a Unix socket', () => {
  it.each<[string, Partial<ServeOptions>, string]>([
    ['"unix" is trusted', { trustProxy }, '203.0.113.7 https://site.test/x '],
    [
      '"unix" is trusted beside networks',
      { trustProxy: ['10.0.0.0/8', 'unix'] },
      '203.0.113.7 https://site.test/x ',
    ],
    [
      'it is trusted for Forwarded',
      { trustProxy, forwardedBy: 'forwarded' },
      '203.0.113.8 https://other.test/x ',
    ],
    [
      'it is trusted for prefixes',
      { trustProxy, trustPrefix: true },
      '203.0.113.7 https://site.test/app/x /app',
    ],
    ['nothing is trusted', {}, 'nobody http://inner.test/x '],
    [
      'all networks are trusted',
      { trustProxy: ['0.0.0.0/0', '::/0'], trustPrefix: true },
      'nobody http://inner.test/x ',
    ],
  ])('decides address, scheme, host and prefix if %s', async (_case, options, expected) => {
    expect(await bodyFrom(options)).toBe(expected);
  });
});

describe('trust in "unix"', () => {
  it('is followed over HTTP/2', async () => {
    const path = newPath();
    await serving(told, { path, trustProxy, trustPrefix: true, http2: true });
    const session = client('http://inner.test', { createConnection: () => connect(path) });
    const { body } = await ask(session, { ...forwarded, ':path': '/x' });
    expect(body).toBe('203.0.113.7 https://site.test/app/x /app');
  });

  it('is followed over TLS', async () => {
    const path = newPath();
    const psk = Buffer.alloc(32, 7);
    const shared = { ciphers: 'PSK+HIGH:@SECLEVEL=0', maxVersion: 'TLSv1.2' as const };
    const identified = { ...shared, pskCallback: () => ({ psk, identity: 'test' }) };
    await serving(told, { path, trustProxy, tls: { ...shared, pskCallback: () => psk } });
    const outgoing = httpsRequest({
      ...identified,
      checkServerIdentity: () => undefined,
      socketPath: path,
      path: '/x',
      headers: { ...headers, 'X-Forwarded-Proto': 'http' },
      agent: false,
    });
    expect((await told1(outgoing)).body).toBe('203.0.113.7 http://site.test/x ');
  });

  it('is followed by a listener of another server', async () => {
    const path = newPath();
    const server = createServer(toListener({ handle: told }, { factories, trustProxy }));
    server.listen(path);
    await waitForEvent('the server to listen', once(server, 'listening'));
    const { body } = await asked(path);
    server.close();
    expect(body).toBe('203.0.113.7 https://site.test/x ');
  });

  it.each<[string, Partial<ServeOptions>, string]>([
    ['72 s', { trustProxy }, 'timeout=72'],
    ['5 s, if it is not trusted', {}, 'timeout=5'],
    ['5 s, if only networks are trusted', { trustProxy: ['0.0.0.0/0', '::/0'] }, 'timeout=5'],
  ])('keeps its idle connections for %s', async (_, options, timeout) => {
    const path = newPath();
    await serving(told, { path, ...options });
    expect((await asked(path)).keepAlive).toBe(timeout);
  });

  it.each(['unix:', 'unknown', '_unix', 'unix'])(
    'does not extend to what a proxy reports as %s',
    async (hop) => {
      const path = newPath();
      await serving(told, { path, trustProxy });
      const fields = { Host: 'a.test', 'X-Forwarded-For': `203.0.113.7, ${hop}` };
      expect((await asked(path, fields)).body).toBe('nobody http://a.test/x ');
    },
  );

  it('trusts nobody on a port, not even a client that has left and whose address is unknown', async () => {
    const found: unknown[] = [];
    const arrived = gate();
    const left = gate();
    const handle: Handle = async (request) => {
      const { signal } = request.getLifetime();
      arrived.open();
      if (!signal.aborted) await once(signal, 'abort');
      const { REMOTE_ADDR = 'nobody' } = request.getServerParams();
      found.push(REMOTE_ADDR, String(request.getUri()));
      left.open();
      return answer();
    };
    const listener = toListener({ handle }, { factories, trustProxy, onError: () => undefined });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await waitForEvent('the server to listen', once(server, 'listening'));
    const fields = Object.entries(forwarded).map(([name, value]) => `${name}: ${value}`);
    const wire = new Wire((server.address() as AddressInfo).port);
    wire.send(get('/x', ...fields));
    await arrived.opened;
    wire.destroy();
    await left.opened;
    server.close();
    expect(found).toEqual(['nobody', 'http://a/x']);
  });

  it.each(['unix:', 'Unix', 'unix/8', ''])('is not spelled %j', async (entry) => {
    const wrong = serving(told, { path: newPath(), trustProxy: [entry] });
    await expect(wrong).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(wrong).rejects.toThrow(
      'expected an address, a network such as "10.0.0.0/8", or "unix"',
    );
  });
});

describe('the file of a Unix socket', () => {
  it.each([0o022, 0o077, 0o007])('has the permissions that umask %i leaves', async (mask) => {
    const path = newPath();
    const before = process.umask(mask);
    try {
      await serving(told, { path });
    } finally {
      process.umask(before);
    }
    expect(statSync(path).mode & 0o777).toBe(0o777 & ~mask);
  });

  it('has its whole path, or none: a path for which the system has no space is refused', async () => {
    const longest = process.platform === 'linux' ? 107 : 103;
    const path = newPath().padEnd(longest, 'x');
    await serving(told, { path });
    expect(statSync(path).isSocket()).toBe(true);
    await expect(serving(told, { path: `${path}y` })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: 'serve.path',
      message: expect.stringMatching(`expected a Unix socket path of at most ${longest} bytes$`),
    });
    const wide = 'é'.repeat(longest / 2 + 1);
    await expect(serving(told, { path: wide })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
