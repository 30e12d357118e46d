import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { StreamSocket } from '../src/http2/stream-socket.js';
import { ask, client, closeClients, seen } from './http2-client.js';
import { END_STREAM, FrameWire, GOAWAY, HEADERS, request } from './http2-wire.js';
import { answer, closeServers, gate, type Handle, serving, sleep } from './serving.js';
import { waitFor, waitForEvent } from './wait-for.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

/** Longer than any test may take: who waits for the deadline fails. */
const CLOSE_TIMEOUT = 600_000;

const served = (handle: Handle, options = {}) =>
  serving(handle, { http2: true, closeTimeout: CLOSE_TIMEOUT, ...options });

describe('closing a server with connections of HTTP/2', () => {
  it('loses none of fifty running requests', async () => {
    let arrived = 0;
    const server = await served(async (asked) => {
      arrived++;
      await sleep(100);
      return answer(asked.getRequestTarget());
    });
    const session = client(server.url);
    const paths = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const answers = Promise.all(paths.map((path) => ask(session, { ':path': path })));
    await waitFor(() => arrived === 50);
    await waitForEvent('the server to close', server.close());
    expect((await answers).map(({ body }) => body)).toEqual(paths);
  });

  it('notifies only requests that are still running', async () => {
    const notified: string[] = [];
    const begun = gate();
    const server = await served((asked) => {
      const target = asked.getRequestTarget();
      asked.getLifetime().closing.addEventListener('abort', () => notified.push(target));
      if (target === '/done') return answer('x');
      begun.open();
      return sleep(60).then(() => answer('x'));
    });
    const session = client(server.url);
    await ask(session, { ':path': '/done' });
    const beginClosing = jest.spyOn(StreamSocket.prototype, 'beginClosing');
    const running = ask(session, { ':path': '/running' });
    await begun.opened;
    await waitForEvent('the server to close', server.close());
    await running;
    expect([notified, beginClosing.mock.calls.length]).toEqual([['/running'], 1]);
    beginClosing.mockRestore();
  });

  it('ends one whose first bytes arrive after it has begun', async () => {
    const server = await served(() => answer('x'), { limits: { keepAliveTimeout: 600_000 } });
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = server.close({ idleTimeout: 60_000 });
    const session = client(server.url, { createConnection: () => socket });
    expect(await ask(session)).toMatchObject({ status: 200, body: 'x' });
    await waitForEvent('the server to close', closed);
  });

  it('announces which requests it has accepted, including those that came just before', async () => {
    const begun = gate();
    const server = await served(() => {
      begun.open();
      return sleep(60).then(() => answer('x'));
    });
    const wire = new FrameWire(server.port).headers(1, END_STREAM, ...request());
    wire.socket.setNoDelay(true);
    await begun.opened;
    const closed = server.close();
    wire.headers(3, END_STREAM, ...request());
    const { payload } = await wire.hearFrame(({ type }) => type === GOAWAY);
    wire.headers(5, END_STREAM, ...request());
    await wire.untilClosed();
    await waitForEvent('the server to close', closed);
    expect([payload.readUInt32BE(0), payload.readUInt32BE(4)]).toEqual([3, 0]);
    const answered = wire.frames.filter(({ type }) => type === HEADERS);
    expect(answered.map(({ stream }) => stream)).toEqual([1, 3]);
  });

  it('does not wait for connections that are idle, silent or unresponsive', async () => {
    const server = await served(() => answer('x'));
    const idle = client(server.url);
    await ask(idle);
    const deaf = new FrameWire(server.port);
    await deaf.hear((text) => text !== '');
    deaf.socket.pause();
    await waitForEvent('the server to close', server.close());
    deaf.destroy();
  });

  it('aborts running requests at the deadline, with the reason', async () => {
    const signals: AbortSignal[] = [];
    const server = await served(
      async (asked) => {
        signals.push(asked.getLifetime().signal);
        await new Promise(() => undefined);
        return answer('never');
      },
      { closeTimeout: 100 },
    );
    const running = seen(client(server.url).request());
    await waitFor(() => signals.length === 1);
    await waitForEvent('the server to close', server.close());
    expect(signals[0]?.reason).toMatchObject({ code: 'SERVER_CLOSED', status: 503 });
    expect((await running).status).toBe(0);
  });
});
