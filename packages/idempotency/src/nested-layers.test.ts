import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { type AppInterface, createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { idempotency } from './index.js';

describe.each(implementations)(
  'two idempotency layers around a handler with %s',
  (_, factories) => {
    const pay = { headers: { 'Idempotency-Key': '"k"' } };

    /** Sends a payment twice to `/shop/pay`. @returns what the clients got */
    async function paidTwice(build: (app: AppInterface, run: () => number) => void) {
      const app = createApp({ factories, body: {} });
      let runs = 0;
      build(app, () => ++runs);
      const client = inProcess(app);
      const answers = [await client.post('/shop/pay', pay), await client.post('/shop/pay', pay)];
      return Promise.all(
        answers.map(async (answer) => [
          answer.getStatusCode(),
          await answer.getBody().text(),
          answer.getHeaderLine('Idempotency-Replayed'),
        ]),
      );
    }

    const layers = (inner = 'ada'): readonly [MiddlewareInterface, MiddlewareInterface] => {
      const store = memoryStore();
      const scopes = [() => 'ada', () => inner];
      const [outside, inside] = scopes.map((scope) => idempotency({ store, scope, factories }));
      return [outside as MiddlewareInterface, inside as MiddlewareInterface];
    };
    const once = [
      [200, '1', ''],
      [200, '1', 'true'],
    ];

    it.each(['ada', 'another scope'])(
      'run it once, of an application and of a group, the inner with the scope %s',
      async (scope) => {
        const [outside, inside] = layers(scope);
        const answers = await paidTwice((app, run) => {
          app
            .group('/shop', (shop) => {
              shop.post('/pay', (_request, response) => json(response, run()));
            })
            .add(inside);
          app.add(outside);
        });
        expect(answers).toEqual(once);
      },
    );

    it('run it once, of an application and of one that it mounts', async () => {
      const [outside, inside] = layers();
      const answers = await paidTwice((app, run) => {
        const shop = createApp({ factories, body: {} });
        shop.post('/pay', (_request, response) => json(response, run()));
        shop.add(inside);
        app.mount('/shop', shop);
        app.add(outside);
      });
      expect(answers).toEqual(once);
    });

    it('run it once for a layer outside both that passes on each request twice', async () => {
      const [outside, inside] = layers();
      const answers = await paidTwice((app, run) => {
        app.post('/shop/pay', (_request, response) => json(response, run())).add(inside);
        app.add(outside);
        app.add(async (request, handler) => {
          await handler.handle(request);
          return handler.handle(request);
        });
      });
      expect(answers).toEqual([once[1], once[1]]);
    });
  },
);
