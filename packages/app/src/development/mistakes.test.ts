import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, type VariantB, variantB, type VariantFactory } from '../index.js';

it.each([
  [true, false],
  [false, true],
])('with development: %s, what runs is the function itself: %s', async (development, isSame) => {
  const called: unknown[] = [];
  const variant: VariantFactory<VariantB> = (services) => {
    const own = variantB(services);
    return {
      ...own,
      toHandler: (callback, route) => {
        called.push(callback);
        return own.toHandler(callback, route);
      },
    };
  };
  const app = createApp({ factories, variant, development });
  const handler = () => factories.createResponse();
  app.get('/', handler);
  await app.handle(requestsOf(factories).get('/'));
  expect([called.length, called[0] === handler]).toEqual([1, isSame]);
});
