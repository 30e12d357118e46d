import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { memoryPubSub } from './index.js';

const context = new AsyncLocalStorage<string>();

describe('a listener', () => {
  it('does not find what an earlier call of it has entered', async () => {
    const bus = memoryPubSub();
    const seen: (string | undefined)[] = [];
    const listener = {
      message: () => {
        seen.push(context.getStore());
        context.enterWith('of a message');
      },
    };
    await context.run('the subscriber', () => bus.subscribe('a', listener));
    for (const text of ['x', 'y']) await bus.publish('a', text);
    await waitFor(() => seen.length === 2);
    expect(seen).toEqual(['the subscriber', 'the subscriber']);
    await bus.close();
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('of the listener');
      },
    ],
    ['rejects', () => Promise.reject(new Error('of the listener'))],
  ])('that %s has its error reported in the context in which it subscribed', async (_, message) => {
    const seen: (string | undefined)[] = [];
    const bus = memoryPubSub({ onError: () => seen.push(context.getStore()) });
    await context.run('the subscriber', () => bus.subscribe('a', { message }));
    await context.run('the publisher', () => bus.publish('a', 'x'));
    await waitFor(() => seen.length === 1);
    expect(seen).toEqual(['the subscriber']);
    await bus.close();
  });
});
