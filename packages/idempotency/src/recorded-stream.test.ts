import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { recordedStream } from './recorded-stream.js';

async function* broken() {
  yield await Promise.resolve('abc');
  throw new Error('broken');
}

it.each([
  ['the end', 'abc', 'next'],
  ['an early return', 'abc', 'return'],
  ['a failure', broken, 'next'],
] as const)('%s waits until the outcome is stored', async (_what, content, call) => {
  let store = (): void => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const body =
    content === broken
      ? factories.createStreamFromResource(broken())
      : factories.createStream('abc');
  const chunks = recordedStream(body, 10, () => stored);
  const iterator = chunks[Symbol.asyncIterator]();
  await iterator.next();
  const order: string[] = [];
  const end = (): void => void order.push('end');
  const ended = iterator[call]?.().then(end, end);
  await new Promise((resolve) => setImmediate(resolve));
  order.push('stored');
  store();
  await ended;
  expect(order).toEqual(['stored', 'end']);
});

it('an early return closes the body before it waits', () => {
  const body = factories.createStreamFromResource(broken());
  const chunks = recordedStream(body, 10, () => new Promise(() => undefined));
  void chunks[Symbol.asyncIterator]().return?.();
  expect(body.isReadable()).toBe(false);
});

it('has one outcome, the first', async () => {
  const outcomes: unknown[] = [];
  const chunks = recordedStream(factories.createStream('abc'), 2, (outcome) => {
    outcomes.push(outcome);
    return Promise.resolve();
  });
  for await (const chunk of chunks) expect(chunk.length).toBe(3);
  expect(outcomes).toEqual(['too-large']);
});
