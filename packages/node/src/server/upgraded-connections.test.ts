import { afterEach, describe, expect, it } from '@jest/globals';
import type { TakeConnection } from '@mortise/http-message';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { answer, closeServers, serving, sleep } from '../../test/serving.js';
import { echo, handshake, upgraded, upgrading } from '../../test/upgrading.js';
import { lastGet, talk, Wire } from '../../test/wire.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';

afterEach(closeServers);

describe('a server that closes', () => {
  it('tells the upgraded connections, and waits for them', async () => {
    const take: TakeConnection = (connection) => {
      const { socket } = connection;
      closing.addEventListener('abort', () => (socket as Duplex).end('bye'));
      return echo(connection);
    };
    let closing = new AbortController().signal;
    const server = await upgrading(
      (request) => {
        closing = request.getLifetime().closing;
        return upgraded(take);
      },
      { closeTimeout: 5_000 },
    );
    const wire = new Wire(server.port).send(handshake());
    await wire.hear((text) => text.includes(' 101 '));
    await waitForEvent('the server to close', server.close());
    expect(wire.heard).toMatch(/bye$/);
    expect(server.ends).toMatchObject([{ status: 101, error: null }]);
  });

  it('has ended their requests when it has closed', async () => {
    const sockets: Duplex[] = [];
    const server = await upgrading(
      () =>
        upgraded((connection) => {
          sockets.push(connection.socket as Duplex);
          return echo(connection);
        }),
      { closeTimeout: 5_000 },
    );
    const wires = Array.from({ length: 20 }, () => new Wire(server.port).send(handshake()));
    for (const wire of wires) await wire.hear((text) => text.includes(' 101 '));
    const closing = server.close();
    await sleep(100);
    for (const socket of sockets) socket.destroy();
    await waitForEvent('the server to close', closing);
    expect(server.ends).toHaveLength(20);
  });

  it('aborts those that stay until the deadline', async () => {
    const server = await upgrading(() => upgraded(), { closeTimeout: 60 });
    const wire = new Wire(server.port).send(handshake());
    await wire.hear((text) => text.includes(' 101 '));
    await waitForEvent('the server to close', server.close());
    expect(server.ends).toMatchObject([{ status: 101, error: { code: 'SERVER_CLOSED' } }]);
    await wire.untilClosed();
  });

  it('refuses new ones with 503', async () => {
    const server = await upgrading(() => upgraded());
    const wire = new Wire(server.port);
    await waitForEvent('a connection', once(wire.socket, 'connect'));
    const closing = server.close({ idleTimeout: 5_000 });
    wire.send(handshake());
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 503 /);
    await waitForEvent('the server to close', closing);
    expect(server.requests).toEqual([]);
  });
});

it.each(['end', 'resetAndDestroy'] as const)(
  'cleanups run in the context of their request after the client called %s',
  async (leave) => {
    const storage = new AsyncLocalStorage<string>();
    const found: (string | undefined)[] = [];
    const server = await upgrading((request) => {
      storage.enterWith(request.getRequestTarget());
      request.getLifetime().onEnd(() => {
        found.push(storage.getStore());
      });
      return upgraded();
    });
    const wires = ['/a', '/b'].map((path) => new Wire(server.port).send(handshake(path)));
    for (const wire of wires) await wire.hear((text) => text.includes(' 101 '));
    for (const wire of wires) wire.socket[leave]();
    await waitFor(() => found.length === 2);
    expect(found.sort()).toEqual(['/a', '/b']);
  },
);

describe('a server without upgrades', () => {
  it.each([
    ['for HTTP/1.1', handshake()],
    ['for an ordinary request', lastGet()],
  ])('responds to a response of upgradeTo with 500, %s', async (_, request) => {
    const { port, errors } = await serving(() => upgraded());
    const wire = new Wire(port).send(request);
    await wire.hear((text) => text.includes('Internal Server Error'));
    expect(errors).toMatchObject([
      { code: 'RESPONSE_INVALID', message: expect.stringContaining('upgrades: true') },
    ]);
    wire.destroy();
  });

  it('is one that refuses to have a listener too', async () => {
    const both = serving(() => answer(), { upgrades: true, upgrade: () => undefined });
    await expect(both).rejects.toMatchObject({ option: 'serve.upgrade' });
  });

  it.each(['yes', 1, null])('refuses %j for upgrades', async (upgrades) => {
    await expect(serving(() => answer(), { upgrades: upgrades as never })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: `invalid serve.upgrades: received ${JSON.stringify(upgrades)}; expected true or false`,
    });
  });

  it('takes an upgrade only from a request for it', async () => {
    const { port, errors } = await upgrading(() => upgraded());
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 500 /);
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
  });
});
