import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { memoryPubSub, type PubSubInterface, type PubSubListener } from '@mortise/pubsub';
import { encodePresence } from './presence-message.js';
import { Presence } from './presence.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

const manyRooms = Array.from(
  { length: 30_000 },
  (_, at) => [`room é ${at} `.padEnd(40, 'x'), 1] as const,
);

/** Processes on one bus, each with one room, and the ids of what they have published. */
async function processes(
  counts: Readonly<Record<string, number | typeof manyRooms>>,
  bus = memoryPubSub(),
) {
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
        counts: () => (typeof count === 'object' ? count : count === 0 ? [] : [['tea', count]]),
        onCounts: () => undefined,
        onClose: ({ room }) => void published.push(`${id} closes ${room}`),
        onError: (error) => void published.push(String(error)),
      }),
  );
  for (const each of made) await each.begin();
  return { bus, made, published };
}

describe('Presence', () => {
  it('of a process that was not known is answered at once, so that both know each other', async () => {
    const { made, published } = await processes({ a: 1, b: 2 });
    made[0]?.changed();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual(['a', 'b', 'a']);
    expect(made.map((each) => each.elsewhere('tea'))).toEqual([2, 1]);
  });

  it('closes a room in other processes, and not in its own, where somebody can have joined since', async () => {
    const { made, published } = await processes({ a: 1, b: 1, c: 0 });
    await made[0]?.publishClose({ room: 'tea', code: 1000, reason: '' });
    await jest.advanceTimersByTimeAsync(1_000);
    const closed = published.filter((each) => each.includes('closes'));
    expect(closed.sort()).toEqual(['b closes tea', 'c closes tea']);
  });

  it('is known soon to a process without members that begins later', async () => {
    const { bus, made } = await processes({ a: 2 });
    made[0]?.changed();
    await jest.advanceTimersByTimeAsync(1_000);
    const later = await processes({ b: 0 }, bus);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(later.made[0]?.elsewhere('tea')).toBe(2);
  });

  it('is published every 10 seconds by processes without members, which do not answer each other', async () => {
    const { published } = await processes({ a: 0, b: 0 });
    await jest.advanceTimersByTimeAsync(10_000);
    published.length = 0;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(published.filter((id) => id === 'a').length).toBeLessThanOrEqual(7);
    expect(published.filter((id) => id === 'b').length).toBeLessThanOrEqual(7);
  });

  it('of a process that has been silent for 30 seconds is forgotten, though nobody counts', async () => {
    const { bus, published } = await processes({ b: 1 });
    const hello = () => bus.publish('counts', encodePresence('z', [['tea', 1]])[0] ?? '');
    await hello();
    await jest.advanceTimersByTimeAsync(45_000);
    published.length = 0;
    await hello();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual(['z', 'b']); // as one that was not known
  });

  it('of more rooms than one message carries is counted in full', async () => {
    const { made, published } = await processes({ a: manyRooms, b: 0 });
    made[0]?.changed();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(published.filter((each) => each.includes('Error'))).toEqual([]);
    const counted = manyRooms.filter(([room]) => made[1]?.elsewhere(room) === 1);
    expect(counted).toHaveLength(manyRooms.length);
  });

  it('is replaced only by all messages of a later publication', async () => {
    const bus = memoryPubSub();
    let isLost = false;
    let rooms: readonly (readonly [string, number])[] = manyRooms;
    const here = new Presence({
      bus: {
        subscribe: (...args) => bus.subscribe(...args),
        publish: (topic, data) =>
          isLost && String(data).includes('"part":1')
            ? Promise.resolve('')
            : bus.publish(topic, data),
      },
      ...{ topic: 'counts', id: 'a', now: Date.now, counts: () => rooms },
      ...{ onCounts: () => undefined, onClose: () => undefined, onError: () => undefined },
    });
    const { made } = await processes({ b: 0 }, bus);
    const count = () => manyRooms.filter(([room]) => made[0]?.elsewhere(room) === 2).length;
    const publish = () => {
      here.changed();
      return jest.advanceTimersByTimeAsync(1_000);
    };
    await publish();
    rooms = manyRooms.map(([room]) => [room, 2] as const);
    isLost = true;
    await publish();
    const before = count();
    isLost = false;
    await publish();
    expect([before, count()]).toEqual([0, manyRooms.length]);
  });

  it('begins again after the bus could not be reached', async () => {
    const bus = memoryPubSub();
    let calls = 0;
    const subscribe: typeof bus.subscribe = (...args) =>
      ++calls === 1 ? Promise.reject(new Error('down')) : bus.subscribe(...args);
    const here = presenceOn({ publish: bus.publish.bind(bus), subscribe });
    await expect(here.begin()).rejects.toThrow('down');
    await here.begin();
    await bus.publish('counts', encodePresence('z', [['tea', 1]])[0] ?? '');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(here.elsewhere('tea')).toBe(1);
  });

  it('ignores the second message of a process whose first was lost', async () => {
    const bus = memoryPubSub();
    const listeners: PubSubListener[] = [];
    const here = presenceOn({
      publish: () => Promise.resolve(''),
      subscribe: (_topic, listener) => {
        listeners.push(listener);
        return bus.subscribe('counts', { message: () => undefined });
      },
    });
    await here.begin();
    const data = new TextEncoder().encode(encodePresence('z', manyRooms)[1]);
    expect(() =>
      listeners[0]?.message({ id: '1', previous: '', topic: 'counts', data }),
    ).not.toThrow();
    expect(here.elsewhere(manyRooms.at(-1)?.[0] ?? '')).toBe(0);
  });
});

function presenceOn(bus: Pick<PubSubInterface, 'publish' | 'subscribe'>): Presence {
  return new Presence({
    ...{ bus, topic: 'counts', id: 'a', now: Date.now, counts: () => [] },
    ...{ onCounts: () => undefined, onClose: () => undefined, onError: () => undefined },
  });
}
