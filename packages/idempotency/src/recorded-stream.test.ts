import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { recordedStream } from './recorded-stream.js';

it.each([
  ['the end', false],
  ['an early return', true],
])('%s waits until the outcome is stored', async (_what, early) => {
  let store = (): void => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const chunks = recordedStream(factories.createStream('abc'), 10, () => stored);
  const iterator = chunks[Symbol.asyncIterator]();
  await iterator.next();
  const order: string[] = [];
  const ended = (early ? iterator.return?.() : iterator.next())?.then(() => order.push('end'));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('stored');
  store();
  await ended;
  expect(order).toEqual(['stored', 'end']);
});
