import { expect, it, jest } from '@jest/globals';
import { factories } from '@mortise/message';
import { soon } from '../test/content-of.js';
import { eventStream, type ServerEvent } from './index.js';

it.each([60_000, 7])(
  'the timer of the runtime has the delay of the heartbeat: %d',
  async (heartbeat) => {
    const source: AsyncIterable<ServerEvent> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    };
    const request = factories.createServerRequest('GET', '/');
    const options = { factories, heartbeat };
    const body = eventStream(request, factories.createResponse(), source, options).getBody();
    await soon(body.read(100));
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const reading = body.read(100).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const delays = timers.mock.calls.map(([, delay]) => delay);
    timers.mockRestore();
    body.close();
    await soon(reading);
    expect(delays).toContain(heartbeat);
  },
);
