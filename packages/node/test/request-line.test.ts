import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServeOptions, toListener } from '../src/index.js';
import { ask, client, closeClients } from './http2-client.js';
import { DATA, END_STREAM, FrameWire, HEADERS } from './http2-wire.js';
import { answer, closeServers, type Handle, serving } from './serving.js';
import { waitForEvent } from './wait-for.js';
import { readResponses, talk } from './wire.js';

afterEach(async () => {
  closeClients();
  await closeServers();
});

const echo: Handle = (request) => answer(`${request.getMethod()} ${request.getRequestTarget()}`);

async function statusOf(port: number, line: string, ...fields: string[]): Promise<number> {
  const head = [line, 'Host: a', 'Connection: close', ...fields, '', ''].join('\r\n');
  const [response] = readResponses(await talk(port, head), true);
  return response?.status ?? 0;
}

/** Of a request with a `:path` of arbitrary bytes, over an HTTP/2 connection without TLS. */
async function overHttp2(path: string, fields: Readonly<Record<string, string>> = {}) {
  const { port } = await serving(echo, { http2: true });
  const pseudo = { ':method': 'GET', ':scheme': 'http', ':authority': 'a', ':path': path };
  const wire = new FrameWire(port).headers(
    1,
    END_STREAM,
    ...Object.entries({ ...pseudo, ...fields }),
  );
  try {
    const { payload } = await wire.hearFrame(({ type }) => type === HEADERS);
    const { payload: body } = await wire.hearFrame(({ type }) => type === DATA);
    return { head: payload.toString('latin1'), body: body.toString('latin1') };
  } finally {
    wire.destroy();
  }
}

describe('a target with bytes outside ASCII', () => {
  const targets = ['/caf\u00c3\u00a9', '/\u00e9', '/a?\u00ff', '/\u0080'];

  it.each(targets)('is refused with 400 over HTTP/1.1: %j', async (target) => {
    const { port } = await serving(echo);
    expect(await statusOf(port, `GET ${target} HTTP/1.1`)).toBe(400);
  });

  it.each(targets)('is refused with 400 over HTTP/2: %j', async (target) => {
    expect((await overHttp2(target)).body).toBe('Bad Request');
  });

  it.each(['/caf%C3%A9', '/a!$&\'()*+,;=:@~?"<>[]\\^`{|}'])(
    'is not %j, over HTTP/2',
    async (target) => {
      expect((await overHttp2(target)).body).toBe(`GET ${target}`);
    },
  );
});

/** Node's parser accepts all of them. */
const FOREIGN = [
  'ANNOUNCE * RTSP/1.1',
  'DESCRIBE / RTSP/1.0',
  'FLUSH / RTSP/1.1',
  'GET_PARAMETER / RTSP/1.1',
  'PAUSE / RTSP/1.1',
  'PLAY / RTSP/1.1',
  'PLAY rtsp://a/ RTSP/1.0',
  'RECORD / RTSP/1.1',
  'REDIRECT / RTSP/1.1',
  'SETUP / RTSP/1.1',
  'SET_PARAMETER / RTSP/1.1',
  'SOURCE / HTTP/1.1',
  'SOURCE / ICE/1.0',
  'TEARDOWN / RTSP/1.1',
];

describe('a method of RTSP or ICE', () => {
  it.each(FOREIGN)('is refused with 400: %s', async (line) => {
    const { port } = await serving(echo);
    expect(await statusOf(port, line)).toBe(400);
  });

  it.each(['PLAY', 'SOURCE'])('is refused with 400 over HTTP/2: %s', async (method) => {
    const { url } = await serving(echo, { http2: true });
    expect((await ask(client(url), { ':method': method })).status).toBe(400);
  });

  it('is refused with 400 by a listener of another server', async () => {
    expect(await ofListener('PLAY / RTSP/1.1')).toBe(400);
  });

  it.each(['QUERY / HTTP/1.1', 'PROPFIND / HTTP/1.1', 'M-SEARCH / HTTP/1.1'])(
    'is none that HTTP has: %s',
    async (line) => {
      const { port } = await serving(echo);
      expect(await statusOf(port, line)).toBe(200);
    },
  );
});

/** The status of the listener on a server of the application's own. */
async function ofListener(line: string, options: Partial<ServeOptions> = {}): Promise<number> {
  const listener = toListener(
    { handle: echo },
    { ...options, factories: options.factories ?? factories },
  );
  const server = createServer(listener).listen(0, '127.0.0.1');
  await waitForEvent('the server to listen', once(server, 'listening'));
  try {
    return await statusOf((server.address() as AddressInfo).port, line);
  } finally {
    server.close();
  }
}

const PROXY = ['127.0.0.0/8'];
const OTHER = ['10.0.0.0/8'];

describe('an absolute target with a scheme that the server does not serve', () => {
  it.each<[string, readonly string[], number]>([
    ['GET https://a/x HTTP/1.1', [], 421],
    ['GET HTTPS://a/x HTTP/1.1', [], 421],
    ['POST https://a HTTP/1.1', [], 421],
    ['GET https://a/x HTTP/1.0', [], 421],
    ['GET https://a/x HTTP/1.1', OTHER, 421],
    ['GET https://a/x HTTP/1.1', PROXY, 200],
    ['GET wss://a/x HTTP/1.1', PROXY, 421],
    ['GET ws://a/x HTTP/1.1', PROXY, 421],
    ['GET ftp://a/x HTTP/1.1', PROXY, 421],
    ['GET x://a HTTP/1.0', PROXY, 421],
    ['GET http://a/x HTTP/1.1', [], 200],
    ['GET HTTP://a/ws://x HTTP/1.1', [], 200],
    ['OPTIONS * HTTP/1.1', [], 200],
    ['GET /https://a/x HTTP/1.1', [], 200],
  ])('gets for "%s", trusting %j: %i', async (line, trustProxy, status) => {
    const { port } = await serving(echo, { trustProxy });
    expect(await statusOf(port, line)).toBe(status);
    expect(await ofListener(line, { trustProxy })).toBe(status);
  });

  it.each([
    ['passed to the application', { upgrades: true }],
    ['passed to a listener', { upgrade: () => undefined }],
  ])('gets 421 for a handshake that is %s', async (_, options) => {
    const { port } = await serving(echo, options);
    const fields = ['Connection: Upgrade', 'Upgrade: websocket'];
    expect(await statusOf(port, 'GET https://a/x HTTP/1.1', ...fields)).toBe(421);
  });
});
