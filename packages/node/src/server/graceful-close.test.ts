import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Server as NetServer } from 'node:net';
import { answer, bytes, closeServers, gate, serving, sleep, streamed } from '../../test/serving.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, lastGet, readResponses, talk, Wire, type WireResponse } from '../../test/wire.js';
import { closeServer } from './graceful-close.js';
import type { HttpServer } from './http-server.js';

afterEach(closeServers);

/** Longer than any test may take: who waits for the deadline fails. */
const closeTimeout = 600_000;

describe('close', () => {
  it('settles with idle and silent connections open, without waiting for the deadline', async () => {
    const server = await serving(() => answer('hello'), { closeTimeout });
    const silent = new Wire(server.port);
    const idle = new Wire(server.port).send(get());
    await idle.hear((text) => text.includes('hello'));
    await waitForEvent('the server to close', server.close());
    await Promise.all([silent.untilClosed(), idle.untilClosed()]);
  });

  it('lets running requests finish, and closes their connections', async () => {
    const { server, arrived, finish } = await waiting();
    const wires = Array.from({ length: 20 }, () => new Wire(server.port).send(get()));
    await waitFor(() => arrived() === 20);
    const closed = server.close();
    finish();
    await waitForEvent('the server to close', closed);
    const responses = await Promise.all(wires.map(firstOf));
    expect(
      new Set(responses.map((r) => `${r?.body.toString()} ${String(r?.fields.get('connection'))}`)),
    ).toEqual(new Set(['done close']));
  });

  it('responds to every pipelined request that has begun', async () => {
    const { server, arrived, finish } = await waiting();
    const wire = new Wire(server.port).send(get() + get() + get());
    await waitFor(() => arrived() === 3);
    const closed = server.close();
    finish();
    await waitForEvent('the server to close', closed);
    expect(readResponses(await wire.untilClosed(), true).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
  });

  it('responds to requests that were in transit when it was called', async () => {
    const server = await serving(() => answer('done'), { closeTimeout });
    const wires = Array.from({ length: 20 }, () => new Wire(server.port).send(get()));
    await Promise.all(wires.map((wire) => wire.hear((text) => text.includes('done'))));
    for (const wire of wires) wire.send(get());
    await waitForEvent('the server to close', server.close());
    await Promise.all(wires.map((wire) => wire.untilClosed()));
    const counts = wires.map(({ heard }) => readResponses(heard, true).length);
    expect(counts).toEqual(counts.map(() => 2));
  });

  it.each([
    [{ idleTimeout: '5s' }, 'close.idleTimeout'],
    [{ idleTimeout: -1 }, 'close.idleTimeout'],
    [{ idleTimeOut: 5 }, 'close.idleTimeOut'],
    [null, 'close'],
  ])(
    'does not close with the options %j, and then closes with right ones',
    async (given, option) => {
      const server = await serving(() => answer('done'), { closeTimeout });
      await expect(server.close(given as never)).rejects.toMatchObject({ option });
      expect(server.ready).toBe(true);
      const wire = new Wire(server.port).send(get());
      await wire.hear((text) => text.includes('done'));
      await waitForEvent('the server to close', server.close({ idleTimeout: 0 }));
    },
  );

  it.each([
    ['of a minute', 60_000],
    ['longer than any timer', 2 ** 40],
  ])(
    'responds to requests that idle and silent clients send within a grace period %s',
    async (_, ms) => {
      const server = await serving(() => answer('done'), { closeTimeout });
      const idle = new Wire(server.port).send(get());
      const silent = new Wire(server.port);
      await idle.hear((text) => text.includes('done'));
      const closed = server.close({ idleTimeout: ms });
      await sleep(100);
      for (const wire of [idle, silent]) wire.send(get());
      await waitForEvent('the server to close', closed);
      await Promise.all([idle.untilClosed(), silent.untilClosed()]);
      const answers = [idle, silent].map(({ heard }) => readResponses(heard, true).length);
      expect(answers).toEqual([2, 1]);
    },
  );

  it('lets a running download finish', async () => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 5; i++) {
        await sleep(20);
        yield bytes('x');
      }
    }
    const server = await serving(() => streamed(slow()), { closeTimeout });
    const wire = new Wire(server.port).send(get());
    await wire.hear((text) => text.includes('x'));
    await waitForEvent('the server to close', server.close());
    expect(await firstOf(wire)).toMatchObject({ complete: true });
  });

  it('aborts running requests at the deadline', async () => {
    const reasons: unknown[] = [];
    let arrived = false;
    const server = await serving(
      (request) => {
        arrived = true;
        const { signal } = request.getLifetime();
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        return new Promise(() => undefined);
      },
      { closeTimeout: 50 },
    );
    const wire = new Wire(server.port).send(get());
    await waitFor(() => arrived);
    await waitForEvent('the server to close', server.close());
    expect(reasons).toMatchObject([
      {
        code: 'SERVER_CLOSED',
        message: 'the server is closing, and the request did not finish within 50 ms',
        status: 503,
      },
    ]);
    wire.destroy();
  });

  it.each([false, true])(
    'waits for asynchronous cleanups of requests before its hooks run, with HTTP/2: %s',
    async (http2) => {
      const { opened, open } = gate();
      const ran: string[] = [];
      const server = await serving(
        (request) => {
          request.getLifetime().onEnd(async () => {
            await opened;
            ran.push('cleanup');
          });
          return answer('done');
        },
        { closeTimeout, http2 },
      );
      server.onClosed(() => void ran.push('hook'));
      expect(await (await fetch(server.url)).text()).toBe('done');
      const closed = server.close();
      await sleep(50);
      expect(ran).toEqual([]);
      open();
      await waitForEvent('the server to close', closed);
      expect(ran).toEqual(['cleanup', 'hook']);
    },
  );

  it('accepts no more connections', async () => {
    const { server, arrived, finish } = await waiting();
    const running = new Wire(server.port).send(get());
    await waitFor(() => arrived() === 1);
    const closed = server.close();
    // The first may be one of those that were made by then.
    const refused = async () => {
      while (!(await isRefused(server.port))) await sleep(5);
    };
    await waitForEvent('a refused connection', refused());
    expect(await talk(server.port, get())).toBe('');
    finish();
    await waitForEvent('the server to close', closed);
    running.destroy();
  });

  it.each([false, true])(
    'accepts the connections that wait in the kernel (with HTTP/2 beside: %s)',
    async (http2) => {
      const server = await serving(() => answer('done'), { closeTimeout, http2 });
      const wires = Array.from({ length: 50 }, () => new Wire(server.port).send(get()));
      await waitForEvent('a connection', once((wires[0] as Wire).socket, 'connect'));
      await waitForEvent('the server to close', server.close());
      const responses = await Promise.all(wires.map(firstOf));
      expect(responses.map((r) => r?.body.toString())).toEqual(wires.map(() => 'done'));
    },
  );

  it('resets no connection of the moment in which it stops listening', async () => {
    const server = await serving(() => answer('done'), { closeTimeout });
    const program = `
      require('node:net').connect(${server.port}, '127.0.0.1', () => end('connected')).on('error', end);
      setTimeout(end, 300, 'ignored');
      function end(outcome) { console.log(String(outcome)); process.exit(); }`;
    const outcomes: string[] = [];
    const spy = jest.spyOn(NetServer.prototype, 'close').mockImplementation(function (
      this: NetServer,
      ...given
    ) {
      if (!this.listening) return this;
      // As if other processes ran before the call.
      outcomes.push(spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' }).stdout);
      spy.mockRestore();
      return NetServer.prototype.close.apply(this, given);
    });
    await waitForEvent('the server to close', server.close());
    expect(outcomes).toEqual(['ignored\n']);
  });

  it('leaves no timer, which would keep the process running', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const server = await serving(() => answer('x'), { closeTimeout: 60_000 });
    expect(await talk(server.port, lastGet())).toMatch(/x$/);
    await waitForEvent('the server to close', server.close());
    await waitFor(() => timers() <= before);
  });

  it('returns the same promise from every call, and is not ready after the first', async () => {
    const server = await serving(() => answer('x'));
    expect(server.ready).toBe(true);
    const closing = server.close();
    expect([server.close() === closing, server.ready]).toEqual([true, false]);
    await waitFor(() => !server.ready);
  });
});

describe('connections that keep arriving while a server closes', () => {
  it.each([
    ['a tenth of its time', 6_000, 1, 600],
    ['a second, if that is less', 20_000, 1, 1_000],
    ['half of its time, if as many may have waited', 6_000, 10, 3_000],
  ])('are accepted for %s', async (_, timeout, turn, expected) => {
    expect(await acceptedFor(timeout, turn)).toBe(expected);
  });
});

/** Milliseconds for which connections are accepted, one in each turn of the event loop, which takes some. */
async function acceptedFor(timeout: number, turn: number): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1').removeAllListeners('connection');
  await waitForEvent('the server to listen', once(server, 'listening'));
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const http = { server, sockets: new Set() } as unknown as HttpServer;
  const closed = closeServer(http, timeout, () => undefined, 25);
  let accepted = 0;
  const bring = (): void => {
    if (!server.listening) return;
    accepted = now += turn;
    server.emit('connection');
    setImmediate(bring);
  };
  bring();
  await closed.finally(() => {
    clock.mockRestore();
  });
  return accepted;
}

/** A server whose requests are answered when the test says so. */
async function waiting() {
  const { opened, open } = gate();
  let count = 0;
  const handle = () => {
    count++;
    return opened.then(() => answer('done'));
  };
  const server = await serving(handle, { closeTimeout });
  return { server, arrived: () => count, finish: open };
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => {
      resolve(true);
    });
  });
}

async function firstOf(wire: Wire): Promise<WireResponse | undefined> {
  return readResponses(await wire.untilClosed(), true)[0];
}
