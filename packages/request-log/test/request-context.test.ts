import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TRACE_ID } from '@mortise/base/keys';
import { upgradeTo } from '@mortise/base/upgrade';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type AppInterface, createApp, serve, type ServerHandle, text } from 'mortise';
import { requestId } from '../src/index.js';
import { currentRequest, requestContext, requestFields } from '../src/node/index.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const servers: ServerHandle[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** Code that is called without the request. */
const deep = () => `${requestFields().requestId};`;
const nextTurn = () => new Promise(setImmediate);

/** What the cleanups of requests have found. */
const ended: string[] = [];
beforeEach(() => {
  ended.length = 0;
});

function contextual(factories: HttpFactoriesInterface): AppInterface {
  const app = createApp({ factories });
  app.get('/now', (_request, response) => text(response, deep()));
  app.get('/later', async (_request, response) => {
    await nextTurn();
    return text(response, deep());
  });
  app.get('/stream', (_request, response) => {
    async function* parts() {
      yield deep();
      await nextTurn();
      yield deep();
    }
    return response.withBody(factories.createStreamFromResource(parts()));
  });
  app.get('/socket', (_request, response) =>
    upgradeTo(response, 'websocket', ({ socket }) => {
      (socket as Socket).end(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n${deep()}`,
      );
    }),
  );
  const note = (place: string) => () => void ended.push(`${place} ${deep()}`);
  app.get('/ends', async (request, response) => {
    request.getLifetime().onEnd(note('handler'));
    await nextTurn();
    request.getLifetime().onEnd(async () => {
      await nextTurn();
      note('late')();
    });
    return text(response, 'ends');
  });
  app.get('/waits', (request) => {
    request.getLifetime().onEnd(note('handler'));
    return new Promise(() => undefined);
  });
  const inner = createApp({ factories });
  inner.get('/ends', (request, response) => {
    request.getLifetime().onEnd(() => {
      ended.push(`mounted ${currentRequest()?.getUri().getPath()}`);
    });
    return text(response, 'ends');
  });
  inner.add(requestContext());
  app.mount('/mounted', inner);
  let last = 0;
  app.add(requestContext());
  app.add((request, handler) => {
    request.getLifetime().onEnd(note('outside'));
    return handler.handle(request);
  });
  app.add(requestId({ create: () => `id-${++last}` }));
  return app;
}

describe.each(implementations)('currentRequest with %s', (_, factories) => {
  const served = async (options: object = {}): Promise<string> => {
    const server = await serve(contextual(factories), { port: 0, ...options });
    servers.push(server);
    return server.url;
  };

  it.each([
    ['/now', 'id-1;'],
    ['/later', 'id-1;'],
    ['/stream', 'id-1;id-1;'],
  ])('is that of the handler, and of the generator that makes its body: %s', async (path, body) => {
    expect(await (await fetch((await served()) + path)).text()).toBe(body);
    const handler = toFetchHandler(contextual(factories));
    expect(await (await handler(new Request(`http://a${path}`))).text()).toBe(body);
  });

  it('is different for requests at the same time', async () => {
    const url = await served();
    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${url}/stream`)).text()),
    );
    expect(new Set(bodies).size).toBe(20);
    for (const body of bodies) expect(body).toMatch(/^(id-\d+;)\1$/);
  });

  it('is that of the handshake where its connection is taken over', async () => {
    const { port } = new URL(await served({ upgrades: true }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(Buffer.concat((await socket.toArray()) as Buffer[]).toString()).toMatch(
      /\r\n\r\nid-1;$/,
    );
  });

  it.each([
    ['/ends', ['late id-1;', 'handler id-1;', 'outside undefined;']],
    ['/mounted/ends', ['mounted /ends', 'outside undefined;']],
  ])('is that where a cleanup was registered: %s', async (path, found) => {
    await (await fetch((await served()) + path)).text();
    await waitFor(() => ended.length === found.length);
    expect(ended.splice(0)).toEqual(found);
    const handler = toFetchHandler(contextual(factories));
    await (await handler(new Request(`http://a${path}`))).text();
    await waitFor(() => ended.length === found.length);
    expect(ended).toEqual(found);
  });

  it('is that where a cleanup was registered, if the client leaves', async () => {
    const { port } = new URL(await served());
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write('GET /waits HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy());
    });
    await waitFor(() => ended.length === 2);
    expect(ended).toEqual(['handler id-1;', 'outside undefined;']);
  });

  it('is null outside a request', async () => {
    await (await fetch(`${await served()}/now`)).text();
    expect([currentRequest(), requestFields()]).toEqual([null, {}]);
  });

  it('leaves a synchronous application synchronous', () => {
    const request = factories.createServerRequest('GET', '/now');
    expect(contextual(factories).handle(request)).not.toBeInstanceOf(Promise);
  });

  it.each([
    ['that of the client', undefined, { traceId: TRACE, parentId: PARENT }],
    ['the same of the span', TRACE, { traceId: TRACE, parentId: PARENT }],
    ['another of the span', 'a'.repeat(32), { traceId: 'a'.repeat(32) }],
  ])('has a trace: %s', (__, own, fields) => {
    const request = factories
      .createServerRequest('GET', '/')
      .withHeader('traceparent', `00-${TRACE}-${PARENT}-01`);
    if (own !== undefined) request.getLifetime().setValue(TRACE_ID, own);
    let seen: unknown;
    void requestContext().process(request, {
      handle: () => {
        seen = requestFields();
        return factories.createResponse();
      },
    });
    expect(seen).toEqual(fields);
  });
});
