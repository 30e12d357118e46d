import { expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { createdBy } from '../../../../tooling/testing/created-by.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp } from '../index.js';

type Layer = MiddlewareInterface['process'];
const synchronous: Layer = (request, handler) => handler.handle(request);
const asynchronous: Layer = async (request, handler) => handler.handle(request);

it.each(implementations)(
  'a layer of a route costs a promise if it is asynchronous, besides its own, and otherwise none, with %s',
  async (_, factories) => {
    const promisesOf = async (layers: readonly Layer[]) => {
      const app = createApp({ factories, development: false });
      app.get('/', (_request, response) => response, { layers });
      const handle = () => app.handle(factories.createServerRequest('GET', 'https://h.test/'));
      await handle();
      return createdBy('PROMISE', handle);
    };
    const ten = (layer: Layer) => Array.from({ length: 10 }, () => layer);
    // The second follows the promise that the function returns.
    const own = 2;
    const one = await promisesOf([synchronous]);
    expect(await promisesOf(ten(synchronous))).toBe(one);
    const first = await promisesOf([asynchronous]);
    expect(await promisesOf(ten(asynchronous))).toBe(first + 9 * (own + 1));
  },
);
