import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toListener } from '../src/index.js';
import { asking, givingUp } from './asking.js';
import { closeClients } from './http2-client.js';
import { answer, bytes, closeServers, serving, streamed } from './serving.js';
import { endSpawned, spawned } from './spawned.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from './wait-for.js';
import { bodiesOf } from './pipelined.js';
import { get, Wire } from './wire.js';

const wires: Wire[] = [];

afterEach(async () => {
  for (const wire of wires.splice(0)) wire.destroy();
  endSpawned();
  closeClients();
  await closeServers();
});

const CONNECTIONS = 20;
const ROUNDS = 6;

/** Requests that arrive together on each connection, more than are handled at the same time. */
const PIPELINED = 18;

/**
 * The bodies of a server whose requests other code sees.
 *
 * @param waits whether the client waits for 100 Continue, as it says, with every other request
 */
async function bodies(env: Readonly<Record<string, string>>, waits = false): Promise<string[]> {
  const { child, output } = spawned('context-server.ts', env);
  await waitForEvent('the port of the server', once(child.stdout, 'data'), PROCESS_PATIENCE);
  return exchanged(Number(output()), waits);
}

/**
 * The bodies for paths `/c/r` of 20 connections, each round sent by all of them together: one connection has no batches, and
 * requests wait only after a turn that had several. After 6 rounds of one request there is a pipelined one.
 */
async function exchanged(port: number, waits = false): Promise<string[]> {
  const ask = (path: string, round: number): string =>
    waits && round % 2 === 1
      ? `${get(path, `X-Path: ${path}`, 'Expect: 100-continue', 'Content-Length: 1')}x`
      : get(path, `X-Path: ${path}`);
  wires.push(...Array.from({ length: CONNECTIONS }, () => new Wire(port)));
  await Promise.all(wires.map(({ socket }) => once(socket, 'connect')));
  for (let round = 0; round < ROUNDS; round++) {
    wires.forEach((wire, at) => wire.send(ask(`/${at}/${round}`, round)));
    await Promise.all(wires.map((wire) => bodiesOf(wire, round + 1)));
  }
  wires.forEach((wire, at) => {
    const rounds = Array.from({ length: PIPELINED }, (_, more) => ROUNDS + more);
    wire.send(rounds.map((round) => ask(`/${at}/${round}`, round)).join(''));
  });
  return (await Promise.all(wires.map((wire) => bodiesOf(wire, ROUNDS + PIPELINED)))).flat();
}

const paths = Array.from({ length: CONNECTIONS }, (_, at) =>
  Array.from({ length: ROUNDS + PIPELINED }, (_, round) => `/${at}/${round}`),
).flat();
const own = paths.map((path) => `${path} ${path}`);

describe('a request that waits with others', () => {
  it.each([
    ['emit of the instance'],
    ['emit of http'],
    ['emit of net'],
    ['emit of events'],
    ['on of http'],
    ['a listener'],
    ['a channel'],
  ])('runs in the context that was entered for it by %s, which saw its headers', async (way) => {
    expect(await bodies({ SEEN_BY: way })).toEqual(own);
  });

  it.each([['emit of the instance'], ['emit of http'], ['emit of events'], ['a listener']])(
    'runs in it if %s was changed after `serve`',
    async (way) => {
      expect(await bodies({ SEEN_BY: way, LATE: '1' })).toEqual(own);
    },
  );

  it.each([['emit of events'], ['a listener']])('runs in it if %s read no headers', async (way) => {
    expect(await bodies({ SEEN_BY: way, READS: 'url' })).toEqual(own);
  });

  it.each([
    ['emit of the instance', {}],
    ['emit of http', {}],
    ['emit of net', {}],
    ['emit of events', {}],
    ['on of http', {}],
    ['a listener', {}],
    ['a channel', {}],
    ['emit of http', { http2: true }],
    ['emit of http', { upgrades: true }],
  ])('runs in it with `Expect: 100-continue`, entered by %s (%j)', async (way, options) => {
    const env = { SEEN_BY: way, OPTIONS: JSON.stringify(options) };
    expect(await bodies(env, true)).toEqual(own);
  });
});

describe('what a handler enters', () => {
  const context = new AsyncLocalStorage<string>();

  /** Responds with the context in which it is called, and enters another one. */
  const handle = async (request: ServerRequestInterface): Promise<ResponseInterface> => {
    const found = context.getStore() ?? 'nothing';
    context.enterWith(request.getRequestTarget());
    await request.getBody().text();
    return answer(`${found} ${context.getStore()}`);
  };

  it('is not found by requests of other connections, or later ones of its own', async () => {
    const { port } = await serving(handle);
    expect(await exchanged(port)).toEqual(paths.map((path) => `nothing ${path}`));
  });

  it('is not found by requests with `Expect: 100-continue`', async () => {
    const { port } = await serving(handle);
    const expected = paths.map((path) => `nothing ${path}`);
    expect(await exchanged(port, true)).toEqual(expected);
  });

  it('is found by its own body and cleanups, even if responses are sent together', async () => {
    const found: unknown[] = [];
    async function* body() {
      yield bytes(String(context.getStore()));
      await Promise.resolve();
      yield bytes(` ${context.getStore()}`);
    }
    const { port } = await serving((request) => {
      context.enterWith(request.getRequestTarget());
      request.getLifetime().onEnd(() => void found.push(context.getStore()));
      return streamed(body());
    });
    expect(await exchanged(port)).toEqual(own);
    await waitFor(() => found.length === paths.length);
    expect(found.sort()).toEqual([...paths].sort());
  });

  it('is found by listeners of its own signal, which one timer aborts for all', async () => {
    const found: unknown[] = [];
    const limits = { handlerTimeout: 50, checkInterval: 10 };
    const { port } = await serving(
      (request) => {
        context.enterWith(request.getRequestTarget());
        request.getLifetime().signal.addEventListener('abort', () => {
          found.push(context.getStore());
        });
        return new Promise(() => undefined);
      },
      { limits },
    );
    wires.push(...Array.from({ length: CONNECTIONS }, () => new Wire(port)));
    wires.forEach((wire, at) => wire.send(get(`/${at}`)));
    await Promise.all(wires.map((wire) => wire.hear((text) => text.includes('503'))));
    expect(found.sort()).toEqual(wires.map((_, at) => `/${at}`).sort());
  });

  it('is not found by requests of an existing server', async () => {
    const server = createServer(toListener(handle, { factories })).listen(0, '127.0.0.1');
    await waitForEvent('the server to listen', once(server, 'listening'));
    const { port } = server.address() as AddressInfo;
    expect(await exchanged(port)).toEqual(paths.map((path) => `nothing ${path}`));
    server.closeAllConnections();
    server.close();
  });

  it('is not found by other streams of an HTTP/2 connection', async () => {
    const { url } = await serving(handle, { http2: true });
    for (const round of [0, 1, 2]) {
      const targets = Array.from({ length: 20 }, (_, at) => `/${at}/${round}`);
      const got = await Promise.all(targets.map((target) => asking(url, target, {}, true)));
      expect(got.map(({ body }) => body.toString())).toEqual(
        targets.map((target) => `nothing ${target}`),
      );
    }
  });

  it.each([false, true])(
    'is found by its cleanups and by the body that the client gives up (HTTP/2: %j)',
    async (http2) => {
      const found: string[] = [];
      const note = (what: string): void => void found.push(`${what} ${context.getStore()}`);
      async function* body() {
        try {
          for (;;) yield await Promise.resolve(new Uint8Array(65_536));
        } finally {
          note('body');
        }
      }
      const { url } = await serving(
        (request) => {
          context.enterWith(request.getRequestTarget());
          const { signal } = request.getLifetime();
          request.getLifetime().onEnd(() => {
            note('end');
          });
          signal.addEventListener('abort', () => {
            note('abort');
          });
          return streamed(body());
        },
        { http2 },
      );
      await Promise.all(paths.slice(0, 20).map((path) => givingUp(url, path, http2)));
      const expected = ['abort', 'body', 'end'].flatMap((what) =>
        paths.slice(0, 20).map((path) => `${what} ${path}`),
      );
      await waitFor(() => found.length === expected.length);
      expect(found.sort()).toEqual(expected.sort());
    },
  );

  it.each([false, true])(
    'is found by the cleanups of a request whose body was read (HTTP/2: %j)',
    async (http2) => {
      const found: string[] = [];
      const { url } = await serving(
        async (request) => {
          context.enterWith(request.getRequestTarget());
          request.getLifetime().onEnd(() => void found.push(String(context.getStore())));
          return answer(await request.getBody().text());
        },
        { http2 },
      );
      const sent = paths.slice(0, 20);
      await Promise.all(
        sent.map((path) => asking(url, path, { method: 'POST', body: 'a'.repeat(20_000) }, http2)),
      );
      await waitFor(() => found.length === sent.length);
      expect(found.sort()).toEqual([...sent].sort());
    },
  );
});
