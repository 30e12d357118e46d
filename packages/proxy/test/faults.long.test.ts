/** What the client sees when the target fails: a status of the application before the head, a cut connection after it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { connect, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { freePort } from '../../../tooling/setup/free-port.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { proxy, ProxyError } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, codeOf, listening, rawUpstream, send, served, upstream } from './served.js';

afterEach(closeServers);

const HEAD = 'HTTP/1.1 200 OK\r\n';

/** Longer than any test may take: what only this limit ends fails. */
const timeout = 600_000;

describe.each(implementations)('with %s', (_, factories) => {
  it.each<[string, (socket: Socket) => void]>([
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['closes the connection', (socket) => socket.end()],
    ['sends something else than HTTP', (socket) => socket.write('SSH-2.0-nonsense\r\n\r\n')],
    ['sends half a head, and closes', (socket) => socket.end(`${HEAD}X-Half: `)],
    [
      'sends a head of 20,000 bytes',
      (socket) => socket.write(`${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`),
    ],
    [
      'sends two lengths',
      (socket) => socket.write(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`),
    ],
    [
      'sends a length and a coding',
      (socket) =>
        socket.write(`${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    [
      'sends a transfer coding that no request has asked for',
      (socket) =>
        socket.write(`${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`),
    ],
    [
      'sends the status 999',
      (socket) => socket.write('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
    ],
    [
      'switches protocols unasked',
      (socket) =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
        ),
    ],
    [
      'sends 100 Continue unasked, then nothing',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    ],
  ])('is 502 if the target %s', async (_name, misbehave) => {
    const target = await rawUpstream(misbehave);
    const { url, errors } = await served({ target, timeout, connectTimeout: timeout }, factories);
    const response = await send(url, '/');
    expect([response.status, codeOf(response)]).toEqual([502, 'UPSTREAM_FAILED']);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.body).not.toContain('127.0.0.1');
    expect(errors).toEqual([]);
  });

  it('has no bytes of the response of the target in its error', async () => {
    const secrets = 'Set-Cookie: a=secret\r\nNo header: secret\r\n\r\nsecret';
    const target = await rawUpstream((socket) => socket.write(`${HEAD}${secrets}`));
    const handler = proxy({ target, factories });
    const error: unknown = await Promise.resolve(
      handler.handle(factories.createServerRequest('GET', '/')),
    ).catch((thrown: unknown) => thrown);
    await handler.close();
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret');
  });

  it('is 502 if nothing listens at the target, and says why in the cause', async () => {
    const port = await freePort();
    const target = `http://127.0.0.1:${port}`;
    const { url } = await served({ target, timeout, connectTimeout: timeout }, factories);
    const response = await send(url, '/');
    expect([response.status, codeOf(response)]).toEqual([502, 'UPSTREAM_FAILED']);
    expect(response.body).not.toContain(String(port));
  });

  it('is 504 if the target accepts the request and sends nothing', async () => {
    const target = await rawUpstream(() => undefined);
    const { url } = await served({ target, timeout: 50, connectTimeout: timeout }, factories);
    const response = await send(url, '/');
    expect([response.status, codeOf(response)]).toEqual([504, 'UPSTREAM_TIMEOUT']);
  });

  it('is 504 if the target only sends interim responses', async () => {
    const target = await rawUpstream((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const { url } = await served({ target, timeout: 100 }, factories);
    const response = await send(url, '/');
    expect([response.status, codeOf(response)]).toEqual([504, 'UPSTREAM_TIMEOUT']);
  });

  it('is 504 if no connection becomes free in time, and the waiting request is never sent', async () => {
    const heads: string[] = [];
    let release: (() => void) | undefined;
    const target = await rawUpstream((socket, head) => {
      heads.push(head.split('\r\n')[0] as string);
      if (heads.length === 1) release = () => void socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
      else socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
    });
    const { url } = await served(
      { target, timeout, connections: 1, connectTimeout: 300 },
      factories,
    );
    const first = send(url, '/first');
    await waitFor(() => heads.length === 1);
    const second = await send(url, '/second');
    expect([second.status, codeOf(second)]).toEqual([504, 'UPSTREAM_TIMEOUT']);
    release?.();
    expect((await first).status).toBe(200);
    expect((await send(url, '/third')).status).toBe(200);
    expect(heads).toEqual(['GET /first HTTP/1.1', 'GET /third HTTP/1.1']);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets', (socket) => socket.resetAndDestroy()],
    ['closes before the declared length', (socket) => socket.end()],
    ['sends an invalid chunk', (socket) => socket.write('zzz\r\n')],
    ['sends nothing more', () => undefined],
  ])(
    'cuts the connection of the client if the target %s in the middle of a body',
    async (name, misbehave) => {
      const coding = name.includes('chunk') ? 'Transfer-Encoding: chunked' : 'Content-Length: 100';
      let upstreamSocket: Socket | undefined;
      const target = await rawUpstream((socket) => {
        upstreamSocket = socket;
        socket.write(`${HEAD}${coding}\r\n\r\n5\r\nbegun\r\n`);
      });
      const isSilent = name === 'sends nothing more';
      const own = { target, timeout: isSilent ? 3_000 : timeout };
      const { url, errors } = await served(own, factories);
      const response = await send(url, '/', {}, () => {
        if (upstreamSocket !== undefined) misbehave(upstreamSocket);
      });
      expect(response.status).toBe(200);
      expect(response.body).toContain('begun');
      expect(response.cut).toBe('ECONNRESET');
      await waitFor(() => errors.length === 1);
      expect(errors[0]?.[0]).toBeInstanceOf(ProxyError);
    },
  );

  it('gives the failure of the body of the client its own status', async () => {
    const target = await rawUpstream(() => undefined);
    const { url } = await served({ target }, factories, { limits: { bodyIdleTimeout: 100 } });
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    let heard = '';
    client.on('data', (bytes) => (heard += bytes.toString()));
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
    await waitFor(() => heard.startsWith('HTTP/1.1 408 '));
    client.destroy();
  });

  it('cuts the upload to the target when the client disconnects in the middle of it', async () => {
    let begun = 0;
    let closed = 0;
    const target = await upstream((incoming) => {
      incoming.on('error', () => closed++).on('data', () => begun++);
    });
    const { url } = await served({ target }, factories);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    const framing = 'Transfer-Encoding: chunked';
    client.write(`POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n4\r\nhalf\r\n`);
    await waitFor(() => begun === 1);
    client.destroy();
    await waitFor(() => closed === 1);
  });

  it('passes a response that is complete before the request was read', async () => {
    const target = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(413, { Connection: 'keep-alive', 'Content-Length': '2' }).end('no');
    });
    const { url } = await served({ target }, factories);
    const response = await send(url, '/', { method: 'POST', body: Buffer.alloc(500) });
    expect([response.status, response.body]).toEqual([413, 'no']);
  });

  it.each([
    ['GET', 200, 2],
    ['HEAD', 200, 2],
    ['OPTIONS', 200, 2],
    ['POST', 502, 1],
    ['DELETE', 502, 1],
  ])(
    'is %s %i if the target closes an idle connection as the request arrives, which it then gets %i times',
    async (method, status, times) => {
      const heads: string[] = [];
      const target = await rawUpstream((socket, head) => {
        heads.push(head.slice(0, head.indexOf(' HTTP')));
        if (heads.length === 2) socket.destroy();
        else socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
      });
      const { url } = await served({ target, connections: 1 }, factories);
      expect((await send(url, '/first')).status).toBe(200);
      expect((await send(url, '/', { method })).status).toBe(status);
      expect(heads).toEqual(['GET /first', ...Array.from({ length: times }, () => `${method} /`)]);
    },
  );

  it.each([
    [
      'a request with content',
      1,
      { method: 'OPTIONS', body: 'a', headers: { 'Content-Length': '1' } },
    ],
    ['one whose connection is closed again', 2, {}],
  ])('does not send it again for %s', async (_what, times, options) => {
    let count = 0;
    const target = await rawUpstream((socket) => {
      count += 1;
      socket.destroy();
    });
    const { url } = await served({ target }, factories);
    const response = await send(url, '/', options);
    expect([response.status, codeOf(response), count]).toEqual([502, 'UPSTREAM_FAILED', times]);
  });

  it('opens a new connection after one that the target has closed while it was idle', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(`${HEAD}Content-Length: 2\r\n\r\nok`);
        setTimeout(() => socket.end(), 20);
      });
      socket.on('close', () => closed++);
    });
    let closed = 0;
    const { url } = await served({ target: await listening(server) }, factories);
    expect((await send(url, '/')).status).toBe(200);
    await waitFor(() => closed === 1);
    expect((await send(url, '/')).status).toBe(200);
    expect(connections).toBe(2);
  });
});
