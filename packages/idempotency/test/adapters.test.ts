import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { ServerRequestInterface } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { type AppInterface, createApp, json, serve, text } from 'mortise';
import { inProcess, overSocket, type TestClient } from 'mortise/testing';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { idempotency } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { payments } from './payments.js';

const headers = { 'Idempotency-Key': '"k"' };

describe.each(implementations)('idempotency with %s', (_, factories) => {
  const observed = async (client: TestClient) => {
    const seen: unknown[] = [];
    for (const body of ['amount=7', 'amount=7', 'amount=8']) {
      const response = await client.post('/pay', { headers, body });
      const content = await response.getBody().text();
      seen.push([
        response.getStatusCode(),
        response.getHeaderLine('Idempotency-Replayed'),
        content,
      ]);
    }
    return seen;
  };
  const expected = [
    [201, '', '{"run":1}'],
    [201, 'true', '{"run":1}'],
    [422, '', expect.stringContaining('Idempotency-Key')],
  ];

  it('runs once over a socket', async () => {
    const { app } = payments(factories);
    const client = overSocket(app);
    try {
      expect(await observed(client)).toEqual(expected);
    } finally {
      await client.close();
    }
  });

  const mounted = (app: AppInterface) => {
    const outer = createApp({ factories });
    outer.mount('/m', app);
    return outer;
  };
  it.each([
    ['alone', '/p%61y', (app: AppInterface) => serve(app, { port: 0 })],
    ['below a mount', '/m/pay', (app: AppInterface) => serve(mounted(app), { port: 0 })],
    ['below a base path', '/b/pay', (app: AppInterface) => serve(app, { port: 0, basePath: '/b' })],
  ])('the absolute form of a target is the same request, %s', async (_where, path, start) => {
    const server = await start(payments(factories).app);
    try {
      const replayed: unknown[] = [];
      for (const target of [
        path,
        `${server.url}${path.replace('%61', 'a')}`,
        `${server.url}${path}?a=1`,
      ]) {
        const sent = httpRequest(server.url, { method: 'POST', headers, path: target }).end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        response.resume();
        replayed.push([response.statusCode, response.headers['idempotency-replayed']]);
      }
      expect(replayed).toEqual([
        [201, undefined],
        [201, 'true'],
        [422, undefined],
      ]);
    } finally {
      await server.close();
    }
  });

  it('never repeats the outcome of one host for another, but for all addresses and ports of a machine', async () => {
    const store = memoryStore();
    const tenants = ['a.test', 'b.test'].map((host) => {
      const tenant = createApp({ factories });
      tenant
        .post('/pay', (_request, response) => text(response, host))
        .add(idempotency({ store, scope: () => 'user 1' }));
      return tenant;
    });
    const server = await serve(
      {
        handle: (request: ServerRequestInterface) =>
          (tenants[request.getUri().getHost() === 'b.test' ? 1 : 0] as AppInterface).handle(
            request,
          ),
      },
      { port: 0, factories },
    );
    try {
      const ask = async (host: string, key: string) => {
        const options = {
          method: 'POST',
          path: '/pay',
          headers: { Host: host, 'Idempotency-Key': key },
        };
        const [response] = (await once(httpRequest(server.url, options).end(), 'response')) as [
          IncomingMessage,
        ];
        response.resume();
        return [response.statusCode, response.headers['idempotency-replayed']];
      };
      expect([await ask('a.test', '"1"'), await ask('b.test', '"1"')]).toEqual([
        [200, undefined],
        [422, undefined],
      ]);
      expect(await ask('A.test:8080', '"1"')).toEqual([200, 'true']);
      expect([await ask('10.0.0.3', '"2"'), await ask('[::1]:80', '"2"')]).toEqual([
        [200, undefined],
        [200, 'true'],
      ]);
    } finally {
      await server.close();
    }
  });

  it('runs once through variant A', async () => {
    const older = createVariantA({ factories });
    let runs = 0;
    older
      .post('/pay', (_request, response) => {
        runs += 1;
        return response.withStatus(201).write(JSON.stringify({ run: runs }));
      })
      .add(idempotency({ store: memoryStore(), factories, scope: () => 'ada' }));
    expect(await observed(inProcess(older))).toEqual(expected);
  });

  it('runs once through toFetchHandler', async () => {
    const { app } = payments(factories);
    const handle = toFetchHandler(app, { factories });
    const send = (body: string) =>
      handle(new Request('https://h.test/pay', { method: 'POST', headers, body }));
    const [first, second, third] = [await send('a'), await send('a'), await send('b')];
    expect([first.status, second.status, third.status]).toEqual([201, 201, 422]);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('keeps the response to a client that disconnects while the handler runs', async () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const signals: AbortSignal[] = [];
    const shop = payments(factories, {}, async (request, response) => {
      signals.push(request.getLifetime().signal);
      await opened;
      return json(response, { paid: true });
    });
    const server = await serve(shop.app, { port: 0, onError: () => undefined });
    try {
      const sent = httpRequest(`${server.url}/pay`, { method: 'POST', headers });
      sent.on('error', () => undefined).end();
      await waitFor(() => signals.length === 1);
      sent.destroy();
      await waitFor(() => signals[0]?.aborted === true);
      open();
      await waitFor(async () => (await shop.pay()).getStatusCode() === 200);
      expect(await (await shop.pay()).getBody().text()).toBe('{"paid":true}');
      expect(shop.runs).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('does not keep a stream whose client disconnects, and cancels its source', async () => {
    const source = { isCancelled: false };
    async function* endless() {
      try {
        for (;;) {
          yield new TextEncoder().encode('line\n');
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        source.isCancelled = true;
      }
    }
    const shop = payments(factories, {}, (_request, response) =>
      response.withBody(factories.createStreamFromResource(endless())),
    );
    const server = await serve(shop.app, { port: 0, onError: () => undefined });
    try {
      const sent = httpRequest(`${server.url}/pay`, { method: 'POST', headers });
      sent.on('error', () => undefined).end();
      const [received] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
      received.on('error', () => undefined);
      await once(received, 'data');
      sent.destroy();
      await waitFor(() => source.isCancelled && shop.events.length > 0);
      expect(shop.events).toMatchObject([{ type: 'not-kept', reason: 'incomplete' }]);
      expect((await shop.pay()).getStatusCode()).toBe(500);
    } finally {
      await server.close();
    }
  });

  it('runs once for a whole application, outside its error middleware, with errors as responses', async () => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    let runs = 0;
    app.post('/pay', () => {
      runs += 1;
      throw new Error('out of paper');
    });
    app.get('/', (_request, response) => text(response, 'page'));
    app.addErrorMiddleware();
    app.add(idempotency({ store: memoryStore(), factories, scope: () => 'ada' }));
    const client = inProcess(app);
    const [first, second] = [
      await client.post('/pay', { headers }),
      await client.post('/pay', { headers }),
    ];
    expect([runs, first.getStatusCode(), second.getStatusCode()]).toEqual([1, 500, 500]);
    expect(await second.getBody().text()).toBe(await first.getBody().text());
    expect((await client.get('/')).getStatusCode()).toBe(200);
  });
});
