import { afterEach, expect, it, jest } from '@jest/globals';
import { createApp, text } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

afterEach(() => {
  jest.useRealTimers();
});

function client() {
  const app = createApp({ body: {} });
  app.get('/', (_request, response) => text(response, 'hello'));
  app.post('/', async (request, response) => text(response, await request.getBody().text()), {
    body: false,
  });
  app.get('/stream', (_request, response) => {
    async function* chunks() {
      for (const chunk of ['a', 'b']) yield await Promise.resolve(new TextEncoder().encode(chunk));
    }
    return response.withBody(app.factories.createStreamFromResource(chunks()));
  });
  return overSocket(app);
}

it('a server whose test fakes all timers after its start handles requests, and closes', async () => {
  // The defaults of Vitest. With a fake `nextTick`, Node's own servers do not respond either.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  const over = client();
  const responses = [
    await over.get('/'),
    await over.get('/stream'),
    await over.post('/', { body: 'x'.repeat(100_000) }),
    ...(await Promise.all([over.get('/'), over.get('/'), over.get('/')])),
  ];
  expect(responses.map((response) => response.getStatusCode())).toEqual(Array(6).fill(200));
  await over.close();
});
