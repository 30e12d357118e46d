import { expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp, decorateResponse } from '../index.js';

const LOST: readonly (readonly [unknown, string])[] = [
  [new Map([['a', 1]]), 'which becomes {}: write Object.fromEntries(map)'],
  [{ rows: new Set([1]) }, 'of "rows", which becomes {}: write [...values]'],
  [{ book: Promise.resolve(7) }, 'await the promise book'],
  [{ price: NaN }, 'JSON cannot represent NaN of "price", which becomes null'],
  [[new Date(NaN)], 'an invalid date of "0", which becomes null'],
];

it.each(implementations)(
  'withJson refuses what JSON does not keep, only in development, over %s',
  async (_, factories) => {
    const causes: unknown[] = [];
    const logger = {
      error: (_message: string, context?: object) =>
        void causes.push(Reflect.get(context ?? {}, 'exception')),
      info: () => undefined,
    };
    for (const [data, message] of LOST) {
      for (const development of [true, false]) {
        const app = createApp({ factories, logger, development });
        app.get('/', (_request, response) => response.withStatus(201).withJson(data));
        const response = await app.handle(factories.createServerRequest('GET', 'http://h.test/'));
        expect(response.getStatusCode()).toBe(development ? 500 : 201);
      }
      expect(causes.splice(0)).toEqual([
        expect.objectContaining({ message: expect.stringContaining(message) }),
      ]);
    }
    const outside = decorateResponse(factories.createResponse(), factories);
    expect(await outside.withJson({ price: NaN }).getBody().text()).toBe('{"price":null}');
  },
);
