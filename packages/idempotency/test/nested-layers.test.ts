import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { createApp, json } from 'mortise';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type Opened, transports } from '../../../tooling/testing/transports.js';
import { idempotency, type IdempotencyOptions } from '../src/index.js';

const cases = implementations.flatMap(([implementation, factories]) =>
  transports.map(([transport, openOf]) => ({ implementation, factories, transport, openOf })),
);
const scope = () => 'ada';
const headers = { 'idempotency-key': '"8e03978e"', 'content-type': 'application/json' };

describe.each(cases)('with $implementation over $transport', ({ factories, openOf }) => {
  /** Pays twice with one key; layers on a route, its group, and an application that mounts theirs. */
  async function paidTwice(inner: IdempotencyOptions, outer: IdempotencyOptions) {
    let paid = 0;
    const shop = createApp({ factories, body: {} });
    shop
      .group('/shop', (group) => {
        group
          .post('/pay', (request: ServerRequestInterface, response) =>
            json(response, { paid: ++paid, for: request.getParsedBody() }),
          )
          .add(idempotency(inner));
      })
      .add(idempotency(outer));
    const app = createApp({ factories, body: {} });
    app.mount('/in', shop);
    app.add(idempotency(outer));
    const server: Opened = await openOf(app);
    const pay = () =>
      server.send('/in/shop/pay', {
        method: 'POST',
        headers,
        body: [new TextEncoder().encode('{"amount":70}')],
      });
    const answers = [await pay(), await pay()];
    await server.close();
    return { paid, answers: answers.map(({ status, body }) => [status, body] as const) };
  }
  const outcome = [200, '{"paid":1,"for":{"amount":70}}'];

  it('layers with one store around one request claim its key once', async () => {
    const store = memoryStore();
    const { paid, answers } = await paidTwice({ store, scope }, { store, scope });
    expect([paid, answers]).toEqual([1, [outcome, outcome]]);
  });

  it('layers with other prefixes keep outcomes of their own', async () => {
    const store = memoryStore();
    const { paid, answers } = await paidTwice({ store, scope }, { store, scope, prefix: 'b:' });
    expect([paid, answers]).toEqual([1, [outcome, outcome]]);
  });
});

it('layers around one request pass on a body that a layer between them has replaced', async () => {
  async function* chunks() {
    yield await Promise.resolve('other');
  }
  const between: MiddlewareInterface = {
    process: (request, handler) =>
      handler.handle(request.withBody(app.factories.createStreamFromResource(chunks()))),
  };
  const layer = idempotency({ store: memoryStore(), scope });
  const app = createApp();
  app
    .post('/pay', async (request, response) => json(response, await request.getBody().text()))
    .add(layer);
  app.add(between).add(layer);
  const request = app.factories
    .createServerRequest('POST', 'http://shop.test/pay')
    .withHeader('Idempotency-Key', headers['idempotency-key']);
  expect(await (await app.handle(request)).getBody().text()).toBe('"other"');
});

it('two requests that share a lifetime, as in a batch, do not run under the claim of one of them', async () => {
  let paid = 0;
  const app = createApp({ body: {} });
  app
    .post('/pay', (_request, response) => json(response, ++paid))
    .add(idempotency({ store: memoryStore(), scope }));
  const request = app.factories
    .createServerRequest('POST', 'http://shop.test/pay')
    .withHeader('Idempotency-Key', headers['idempotency-key']);
  await Promise.all([app.handle(request), app.handle(request)]);
  expect(paid).toBe(1);
});
