import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { Presence } from './presence.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

/** Processes on one bus, each with one room, and the ids of what they have published. */
async function processes(counts: Readonly<Record<string, number>>) {
  const bus = memoryPubSub();
  const published: string[] = [];
  const message = ({ data }: { readonly data: Uint8Array }) => {
    const { id } = JSON.parse(new TextDecoder().decode(data)) as { readonly id: string };
    published.push(id);
  };
  await bus.subscribe('counts', { message });
  const made = Object.entries(counts).map(
    ([id, count]) =>
      new Presence({
        ...{ bus, topic: 'counts', id, now: Date.now },
        counts: () => (count === 0 ? [] : [['tea', count]]),
        onError: (error) => void published.push(String(error)),
      }),
  );
  for (const each of made) await each.begin();
  return { made, published };
}

describe('Presence', () => {
  it('of a process that was not known is answered at once, so that both know each other', async () => {
    const { made, published } = await processes({ a: 1, b: 2 });
    made[0]?.changed();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual(['a', 'b', 'a']);
    expect(made.map((each) => each.elsewhere('tea'))).toEqual([2, 1]);
  });

  it('is published every 10 seconds by processes without members, which do not answer each other', async () => {
    const { published } = await processes({ a: 0, b: 0 });
    await jest.advanceTimersByTimeAsync(10_000);
    published.length = 0;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(published.filter((id) => id === 'a').length).toBeLessThanOrEqual(7);
    expect(published.filter((id) => id === 'b').length).toBeLessThanOrEqual(7);
  });
});
