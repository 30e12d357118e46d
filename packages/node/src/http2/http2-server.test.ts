import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ask, client, closeClients, seen } from '../../test/http2-client.js';
import { END_STREAM, FrameWire, HEADERS, request, RST_STREAM } from '../../test/http2-wire.js';
import { answer, closeServers, gate, type Handle, serving } from '../../test/serving.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import type { ServerLimits } from '../server-limits.js';
import { ListenerCore } from '../listener/listener-core.js';
import { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';
import { createHttpServer } from '../server/http-server.js';
import { serveHttp2 } from './http2-server.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const served = (handle: Handle, limits: Partial<ServerLimits> = {}) =>
  serving(handle, { http2: true, limits });

const read: Handle = async (asked) => answer(await asked.getBody().text());

describe('a request over HTTP/2', () => {
  it.each([
    ['a tunnel', { ':method': 'CONNECT', ':authority': 'a' }, 501],
    ['another expectation', { expect: '200-ok' }, 417],
    [
      'a target too long, with too many bytes of headers',
      { ':path': `/${'x'.repeat(20_000)}` },
      414,
    ],
    ['an upload of too many bytes', { ':method': 'POST', 'content-length': '11' }, 413],
  ])('for %s is refused', async (_, headers, status) => {
    const { url, errors } = await served(read, { bodyInMemory: 10 });
    const stream = client(url).request(headers, { endStream: false });
    expect((await seen(stream)).status).toBe(status);
    expect(errors).toEqual([]);
  });

  it('has a body if one follows, whether or not its length is known', async () => {
    const sizes: unknown[] = [];
    const { url } = await served((asked) => {
      sizes.push(asked.getBody().getSize());
      return read(asked);
    });
    const session = client(url);
    const bodies: string[] = [];
    for (const headers of [{}, { 'content-length': '4' }]) {
      const stream = session.request({ ':method': 'POST', ...headers });
      stream.end('body');
      bodies.push((await seen(stream)).body);
    }
    bodies.push((await ask(session)).body);
    expect([bodies, sizes]).toEqual([
      ['body', 'body', ''],
      [null, 4, 0],
    ]);
  });

  it('waits for 100 Continue only if it says so', async () => {
    const { url } = await served(read);
    const session = client(url);
    const interim: unknown[] = [];
    for (const headers of [{}, { expect: '100-continue' }]) {
      const stream = session.request({ ':method': 'POST', ...headers });
      stream.end('x');
      interim.push((await seen(stream)).interim.map((fields) => fields[':status']));
    }
    expect(interim).toEqual([[], [100]]);
  });

  it('that does not end in time fails with 408', async () => {
    const late: Handle = async (asked) => {
      const reason: unknown = await asked
        .getBody()
        .text()
        .catch((error: unknown) => error);
      return answer(`${(reason as { code: string }).code} ${String(reason)}`, 408);
    };
    const limits = { headersTimeout: 1_000, requestTimeout: 1_000, checkInterval: 20 };
    const { url, errors } = await served(late, limits);
    const stream = client(url).request({ ':method': 'POST' });
    stream.write('x');
    const { status, body } = await seen(stream);
    expect([status, body, errors]).toEqual([
      408,
      'BODY_TIMEOUT NodeAdapterError: The request did not arrive within 1000 ms.',
      [],
    ]);
  });
});

describe('a server of HTTP/2', () => {
  it('tells clients its limits', async () => {
    const { url } = await served(read, { streamsPerConnection: 7, headerBytes: 900 });
    const session = client(url);
    await waitForEvent('the settings', once(session, 'remoteSettings'));
    expect(session.remoteSettings).toMatchObject({
      maxConcurrentStreams: 7,
      maxHeaderListSize: 900,
    });
  });

  it.each([
    [28, HEADERS],
    [29, RST_STREAM],
  ])(
    'responds to twice its headers and eight more, and resets streams with more: %i',
    async (count, type) => {
      const { port } = await served(read, { headerCount: 10 });
      const more = Array.from({ length: count - 4 }, (_, i) => [`x-${i}`, 'y'] as const);
      const wire = new FrameWire(port).headers(1, END_STREAM, ...request(), ...more);
      const frame = await wire.hearFrame(({ stream }) => stream === 1);
      wire.destroy();
      expect(frame.type).toBe(type);
    },
  );

  it('forgets connections that have closed: its end begins nothing for them', async () => {
    const core = new ListenerCore({ handle: read }, { factories });
    const { server, sockets } = await createHttpServer(core, null, LazyIncomingMessage);
    const end = serveHttp2(server, core, false);
    server.listen(0, '127.0.0.1');
    await waitForEvent('the server to listen', once(server, 'listening'));
    const dial = async () => {
      const wire = new FrameWire((server.address() as AddressInfo).port);
      wire.headers(1, END_STREAM, ...request());
      await wire.hearFrame(({ stream }) => stream === 1);
      return wire;
    };
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const closed = await dial();
    closed.destroy();
    await waitFor(() => sockets.size === 0);
    const open = await dial();
    const before = timers();
    end();
    expect(timers()).toBe(before + 1);
    open.destroy();
    server.close();
  });

  it('treats a client that ends its side as disconnected', async () => {
    const begun = gate();
    let aborted = false;
    const { port } = await served((asked) => {
      asked.getLifetime().signal.addEventListener('abort', () => (aborted = true));
      begun.open();
      return new Promise<never>(() => undefined);
    });
    const wire = new FrameWire(port).headers(1, END_STREAM, ...request());
    await begun.opened;
    wire.socket.end();
    await wire.untilClosed();
    await waitFor(() => aborted);
  });
});
