import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { describe as documented, openApiDocument } from '@mortise/openapi';
import { memoryStore } from '@mortise/store';
import { createApp, factories as defaults, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { payments, PROBLEM, problemOf } from '../test/payments.js';
import { idempotency } from './index.js';

const DAY = 86_400_000;

it('describes its 400, 409 and 422 for OpenAPI', () => {
  const app = createApp();
  const page = (_request: unknown, response: ResponseInterface) => response;
  app
    .post('/pay', documented(page, {}))
    .add(idempotency({ store: memoryStore(), factories: defaults, scope: () => 'ada' }));
  const { paths } = openApiDocument(app, { info: { title: 'A', version: '1' } });
  const described = { description: expect.stringContaining('Idempotency-Key') };
  const responses = { 400: described, 409: described, 422: described };
  expect(paths).toMatchObject({ '/pay': { post: { responses } } });
});

describe.each(implementations)('idempotency with %s', (_, factories) => {
  it('runs the handler once, and repeats its response byte for byte', async () => {
    const bytes = Uint8Array.of(0, 255, 128, 13, 10);
    const shop = payments(factories, {}, (_request, response) =>
      response
        .withStatus(201, 'Paid')
        .withHeader('Location', '/payments/7')
        .withHeader('Link', ['<a>', '<b>'])
        .withBody(factories.createStream(bytes)),
    );
    const [first, second] = [await shop.pay(), await shop.pay()];
    expect(shop.runs).toBe(1);
    expect([second.getStatusCode(), second.getReasonPhrase()]).toEqual([201, 'Paid']);
    expect(second.withoutHeader('Idempotency-Replayed').getRawHeaders()).toEqual(
      first.getRawHeaders(),
    );
    expect([...(await second.getBody().getContents())]).toEqual([...bytes]);
    expect([first, second].map((each) => each.getHeaderLine('Idempotency-Replayed'))).toEqual([
      '',
      'true',
    ]);
  });

  it('repeats a response without a body, and one whose body was written', async () => {
    const empty = payments(factories, {}, (_request, response) => response.withStatus(204));
    await empty.pay();
    expect((await empty.pay()).getStatusCode()).toBe(204);
    const written = payments(factories, {}, (_request, response) => {
      response.getBody().write('päid');
      return response;
    });
    const texts = [await written.pay(), await written.pay()].map((each) => each.getBody().text());
    expect(await Promise.all(texts)).toEqual(['päid', 'päid']);
  });

  it('sends the cookies of a response once', async () => {
    const shop = payments(factories, {}, (_request, response) =>
      response.withHeader('Set-Cookie', 'a=1'),
    );
    const lines = [await shop.pay(), await shop.pay()].map((each) => each.getHeader('Set-Cookie'));
    expect(lines).toEqual([['a=1'], []]);
  });

  it('keeps a response of 500 and above, too', async () => {
    const shop = payments(factories, {}, (_request, response) => response.withStatus(503));
    const statuses = [await shop.pay(), await shop.pay()].map((each) => each.getStatusCode());
    expect([shop.runs, statuses]).toEqual([1, [503, 503]]);
  });

  it('runs once when many requests arrive at the same time; the others get 409', async () => {
    const statuses: number[] = [];
    const shop = payments(factories, {}, async (_request, response) => {
      await waitFor(() => statuses.length === 19);
      return response.withStatus(201);
    });
    const pay = async () => statuses.push((await shop.pay()).getStatusCode());
    await Promise.all(Array.from({ length: 20 }, pay));
    expect([shop.runs, statuses]).toEqual([1, [...Array<number>(19).fill(409), 201]]);
  });

  it.each([
    ['body', { body: 'amount=8' }, '/pay'],
    ['body without its last byte', { body: 'amount=' }, '/pay'],
    ['query', { body: 'amount=7' }, '/pay?a=1'],
  ])('refuses the key with another %s with 422', async (_name, request, path) => {
    const shop = payments(factories);
    const headers = { 'Idempotency-Key': '"k"', ...PROBLEM };
    await shop.pay({ body: 'amount=7' });
    const response = await shop.client.post(path, { ...request, headers });
    expect(response.getStatusCode()).toBe(422);
    expect(await problemOf(response)).toMatchObject({
      title: 'Idempotency-Key is already used',
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(shop.runs).toBe(1);
  });

  it('accepts by default a body of 1 MiB, and keeps a response of 256 KiB, but not one byte more', async () => {
    const MIB = 1024 * 1024;
    const sent = await Promise.all(
      [MIB, MIB + 1].map((size) => payments(factories).pay({ body: 'x'.repeat(size) })),
    );
    expect(sent.map((response) => response.getStatusCode())).toEqual([201, 413]);
    const repeated = [MIB / 4, MIB / 4 + 1].map(async (size) => {
      const shop = payments(factories, {}, (_request, response) => {
        response.getBody().write('x'.repeat(size));
        return response;
      });
      await shop.pay();
      return (await shop.pay()).getStatusCode();
    });
    expect(await Promise.all(repeated)).toEqual([200, 500]);
  });

  it('refuses the key with another method with 422', async () => {
    const shop = payments(factories);
    await shop.pay();
    const headers = { 'Idempotency-Key': '"k"' };
    expect((await shop.client.request('PUT', '/pay', { headers })).getStatusCode()).toBe(422);
  });

  it('refuses a request without a key with 400, and reads neither scope nor body', async () => {
    const scope = () => {
      throw new Error('read');
    };
    const shop = payments(factories, { scope });
    const response = await shop.client.post('/pay', { headers: PROBLEM, body: 'a' });
    expect(response.getStatusCode()).toBe(400);
    expect(await problemOf(response)).toMatchObject({
      title: 'Idempotency-Key is missing',
      code: 'IDEMPOTENCY_KEY_MISSING',
    });
    expect(shop.runs).toBe(0);
  });

  it.each([['k'], [''], ['"k", "l"'], [['"k"', '"l"']], ['"é"'], [`"${'k'.repeat(256)}"`]])(
    'refuses the key %j with 400',
    async (key) => {
      const shop = payments(factories);
      const headers = { 'Idempotency-Key': key, ...PROBLEM } as Record<string, string>;
      const response = await shop.client.post('/pay', { headers });
      expect(response.getStatusCode()).toBe(400);
      expect(await problemOf(response)).toMatchObject({ code: 'IDEMPOTENCY_KEY_INVALID' });
    },
  );

  it('names the documentation in its problems, if configured', async () => {
    const shop = payments(factories, { documentation: 'https://a.example/keys' });
    const response = await shop.client.post('/pay', { headers: PROBLEM });
    expect(response.getHeaderLine('Link')).toBe(
      '<https://a.example/keys>; rel="describedby"; type="text/html"',
    );
    expect(await problemOf(response)).toMatchObject({ type: 'https://a.example/keys' });
  });

  it('accepts a key without quotes as the same key, if configured', async () => {
    const shop = payments(factories, { acceptUnquoted: true });
    await shop.pay();
    await shop.pay({ headers: { 'Idempotency-Key': 'k' } });
    expect(shop.runs).toBe(1);
  });

  it('runs requests without a key each time, if they are allowed', async () => {
    const shop = payments(factories, { required: false });
    await shop.client.post('/pay');
    await shop.client.post('/pay');
    await shop.pay();
    await shop.pay();
    expect(shop.runs).toBe(3);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])(
    'passes the unchanged %s to its handler, and creates no promise',
    (method) => {
      const response = factories.createResponse();
      const layer = idempotency({ store: memoryStore(), factories, scope: () => 'ada' });
      const request = factories
        .createServerRequest(method, 'https://h.test/')
        .withHeader('Idempotency-Key', 'not a key');
      const seen: unknown[] = [];
      const handle = (passed: unknown) => {
        seen.push(passed);
        return response;
      };
      expect(layer.process(request, { handle })).toBe(response);
      expect(seen).toEqual([request]);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'BUY'])('requires a key of %s', async (method) => {
    const shop = payments(factories);
    const headers = { 'Idempotency-Key': '"k"' };
    expect((await shop.client.request(method, '/pay')).getStatusCode()).toBe(400);
    await shop.client.request(method, '/pay', { headers });
    await shop.client.request(method, '/pay', { headers });
    expect(shop.runs).toBe(1);
  });

  it('keeps the keys of scopes apart, however they are written', async () => {
    const scope = (request: { getHeaderLine(name: string): string }) =>
      request.getHeaderLine('X-User');
    const shop = payments(factories, { scope });
    const sent = [
      ['ada', '"k"'],
      ['bob', '"k"'],
      ['ada:k', '"l"'],
      ['ada', '":kl"'],
      ['ada","k', '"l"'],
      ['ada', '"k\\",\\"l"'],
      ['é', '"k"'],
    ];
    for (const [user = '', key = ''] of sent) {
      await shop.pay({ headers: { 'X-User': user, 'Idempotency-Key': key } });
    }
    expect(shop.runs).toBe(sent.length);
  });

  it.each([undefined, '', 7, Promise.resolve('ada')])(
    'fails with OPTION_INVALID when a scope is %p, which other users could share',
    async (given) => {
      const scope = () => given as never;
      const layer = idempotency({ store: memoryStore(), factories, scope });
      const request = factories
        .createServerRequest('POST', 'https://h.test/')
        .withHeader('Idempotency-Key', '"k"');
      const handle = () => factories.createResponse();
      await expect((async () => layer.process(request, { handle }))()).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: 'idempotency.scope',
      });
    },
  );

  it('keeps the keys of prefixes in one store apart', async () => {
    const store = memoryStore();
    for (const prefix of ['a:', 'b:']) {
      const shop = payments(factories, { store, prefix });
      await shop.pay();
      expect(shop.runs).toBe(1);
    }
  });

  it('stores a scope and a key under a hash, whatever their length', async () => {
    const names: string[] = [];
    const store = memoryStore();
    const compareAndSet = store.compareAndSet.bind(store);
    store.compareAndSet = (name, ...others) => {
      names.push(name);
      return compareAndSet(name, ...others);
    };
    const shop = payments(factories, { store, scope: () => 'x'.repeat(5_000) });
    await shop.pay({ headers: { 'Idempotency-Key': `"${'k'.repeat(255)}"` } });
    expect(names[0]).toMatch(/^idempotency:[\w-]{43}$/);
  });

  it('makes two calls to the store for a new key, and two for a repeated one', async () => {
    const calls: string[] = [];
    const store = memoryStore();
    const [compareAndSet, get] = [store.compareAndSet.bind(store), store.get.bind(store)];
    store.compareAndSet = (...given) => {
      calls.push('compareAndSet');
      return compareAndSet(...given);
    };
    store.get = (name) => {
      calls.push('get');
      return get(name);
    };
    const shop = payments(factories, { store });
    await shop.pay();
    await shop.pay();
    expect(calls).toEqual(['compareAndSet', 'compareAndSet', 'compareAndSet', 'get']);
  });

  it('keeps an outcome for its time to live after it exists, and not longer', async () => {
    const clock = { time: 1_000 };
    const now = () => clock.time;
    const shop = payments(factories, { store: memoryStore({ now }), now });
    await shop.pay();
    clock.time += DAY - 1;
    await shop.pay();
    expect(shop.runs).toBe(1);
    clock.time += 1;
    await shop.pay();
    expect(shop.runs).toBe(2);
  });

  it('responds to a request that passes twice as to one that passes once', async () => {
    const app = createApp({ factories });
    let runs = 0;
    app
      .post('/', (_request, response) => json(response, { run: ++runs }))
      .add(idempotency({ store: memoryStore(), factories, scope: () => 'ada' }))
      .add(async (request, handler) => {
        await handler.handle(request);
        return handler.handle(request);
      });
    app.addBodyParsingMiddleware();
    const response = await inProcess(app).post('/', {
      headers: { 'Idempotency-Key': '"k"' },
      json: { amount: 7 },
    });
    expect([runs, await response.getBody().text()]).toEqual([1, '{"run":1}']);
  });

  it('is listed under its name, and reads errors of the handler', () => {
    const layer = idempotency({ store: memoryStore(), factories, scope: () => 'ada' });
    expect(layer.name).toBe('idempotency');
  });
});
