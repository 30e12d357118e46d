import { expect, it } from '@jest/globals';
import { createApp, errorOf, httpError, type MiddlewareFunction, text } from './index.js';
import { inProcess } from './testing/index.js';

/** Tries up to three times: outside routes an error is a response. */
const retry: MiddlewareFunction = async (request, handler) => {
  for (let tries = 1; ; tries++) {
    const response = await handler.handle(request);
    if (errorOf(request) === null || tries === 3) return response;
  }
};

it('a request that a layer passes on again is one request for the concurrency of its route', async () => {
  const app = createApp({
    logger: { error: () => undefined, info: () => undefined },
    layers: [retry],
  });
  const seen: string[] = [];
  let calls = 0;
  app.get(
    '/{name}',
    async (_request, response, { name }) => {
      calls += 1;
      if (calls % 3 !== 0) throw httpError(503, 'again');
      // While the third call of the first request runs, another request is one too many.
      if (name === 'first') {
        const second = await client.get('/second');
        seen.push(`${second.getStatusCode()} ${second.getHeaderLine('Retry-After')}`);
      }
      return text(response, `${name} after ${calls}`);
    },
    { limits: { concurrency: 1 } },
  );
  const client = inProcess(app);
  expect(await (await client.get('/first')).getBody().text()).toBe('first after 3');
  expect(seen).toEqual(['503 1']);
  expect(await (await client.get('/third')).getBody().text()).toBe('third after 6');
});
