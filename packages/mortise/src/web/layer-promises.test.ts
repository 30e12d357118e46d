import { expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import type { Awaitable, ResponseInterface } from '@mortise/http-message';
import { createdBy } from '../../../../tooling/testing/created-by.js';
import { createApp, type MiddlewareFunction, text } from './index.js';

type Respond = (response: ResponseInterface) => Awaitable<ResponseInterface>;

it('with the time limit of an adapter, an asynchronous layer of a route costs as many promises as an asynchronous handler', async () => {
  const promisesOf = async (respond: Respond, layers: readonly MiddlewareFunction[] = []) => {
    const app = createApp({ development: false });
    app.get('/', (_request, response) => respond(response), { layers });
    const fetch = toFetchHandler(app);
    const ask = async () => (await fetch(new Request('https://h.test/'))).status;
    expect(await ask()).toBe(200);
    return createdBy('PROMISE', ask);
  };
  const respond = (response: ResponseInterface) => text(response, 'Hi');
  const layer = await promisesOf(respond, [async (request, handler) => handler.handle(request)]);
  expect(layer).toBe(await promisesOf((response) => Promise.resolve(respond(response))));
});
