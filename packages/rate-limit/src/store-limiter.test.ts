import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { rateLimit, type RateLimitEvent } from './rate-limit.js';

it.each([
  ['nothing', undefined],
  ['null', null],
  ['no count', {}],
  ['NaN', { value: NaN, expiresIn: 1 }],
  ['text', { value: '1', expiresIn: 1 }],
  ['a count below 0', { value: -1, expiresIn: 1 }],
])('treats a store whose increment returns %s as one that is down', async (_case, state) => {
  const events: RateLimitEvent[] = [];
  const store = { ...memoryStore(), increment: () => Promise.resolve(state as never) };
  const onEvent = (event: RateLimitEvent) => void events.push(event);
  const policies = [{ name: 'a', limit: 5, window: 60 }];
  const request = factories.createServerRequest('GET', '/', { REMOTE_ADDR: '192.0.2.1' });
  const passed = factories.createResponse(204);
  const handler = { handle: () => Promise.resolve(passed) };
  const send = async (whenDown: 'pass' | 'refuse') =>
    rateLimit({ store, policies, whenDown, onEvent }).process(request, handler);
  expect(await send('pass')).toBe(passed);
  const error = { code: 'OPTION_INVALID', option: 'rateLimit.store.increment' };
  await expect(send('refuse')).rejects.toMatchObject(error);
  const event = { type: 'store-down', error };
  expect(events).toMatchObject([event, event]);
});
