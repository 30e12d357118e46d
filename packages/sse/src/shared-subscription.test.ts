import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { heldBus } from '../test/held-bus.js';
import { dataOf, GAP, sent, twoProcesses } from '../test/shared-channels.js';
import { channel, type ServerEvent, type SharedChannelOptions } from './index.js';
import { textOf } from './server-event.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a client of a shared channel whose last event the process has not received', () => {
  /** Of the ids of the bus. */
  const clock = { now: 1 };

  /** A process that has sent "a", and a subscriber that has seen an event which is higher by a count. */
  async function ahead(count: number, options: Partial<SharedChannelOptions> = {}) {
    const bus = memoryPubSub({ now: () => clock.now });
    const { here } = await twoProcesses({ bus, ...options });
    const id = await here.publish({ data: 'a' });
    const higher = id.replace(/\d\d$/, (last) => String(Number(last) + count).padStart(2, '0'));
    return { here, subscriber: here.subscribe(higher) };
  }

  it('gets a gap and all kept events after 2 seconds, even if no event follows', async () => {
    const { here, subscriber } = await ahead(3);
    let hasFirst = false;
    const first = subscriber.next().finally(() => (hasFirst = true));
    await here.publish({ data: 'b' });
    await jest.advanceTimersByTimeAsync(1_999);
    expect(hasFirst).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await here.publish({ data: 'c' });
    await here.close();
    expect(textOf((await first).value as ServerEvent)).toBe(GAP);
    expect(dataOf(await sent(subscriber))).toEqual(['a', 'b', 'c']);
  });

  it('gets a gap and its position then if the process has kept nothing', async () => {
    const bus = heldBus();
    const here = await channel({ bus, topic: 'news' });
    const id = await here.publish({ data: 'a' });
    bus.listeners[0]?.gap?.('news');
    const subscriber = here.subscribe(id.replace(/^0/, '1'));
    await jest.advanceTimersByTimeAsync(2_000);
    await here.close();
    expect(await sent(subscriber)).toEqual([GAP, `id: ${id}\n\n`]);
  });

  it('gets a gap and all kept events with an event after the one that it has seen', async () => {
    const { here, subscriber } = await ahead(9);
    for (const data of ['b', 'd']) await here.publish({ data });
    clock.now += 1;
    await here.publish({ data: 'e' });
    await here.close();
    const texts = await sent(subscriber);
    expect([texts[0], dataOf(texts.slice(1))]).toEqual([GAP, ['b', 'd', 'e']]);
  });

  it('waits no longer once its event has arrived', async () => {
    const { here, subscriber } = await ahead(2);
    for (const data of ['b', 'c', 'd']) await here.publish({ data });
    await jest.advanceTimersByTimeAsync(2_000);
    await here.close();
    expect(dataOf(await sent(subscriber))).toEqual(['d']);
  });

  it('gets all kept events without a gap if the channel sends none', async () => {
    const { here, subscriber } = await ahead(1, { gap: false });
    await jest.advanceTimersByTimeAsync(2_000);
    await here.close();
    const texts = await sent(subscriber);
    expect([texts.includes(GAP), dataOf(texts)]).toEqual([false, ['a']]);
  });

  it('gets messages without an id meanwhile', async () => {
    const { bus, here } = await twoProcesses();
    const id = await here.publish({ data: 'a' });
    const subscriber = here.subscribe(id.replace(/^0/, '1'));
    await bus.publish('news', 'unkept');
    await here.close();
    expect(dataOf(await sent(subscriber))).toEqual(['unkept']);
  });

  it.each<[string, (one: Awaited<ReturnType<typeof ahead>>) => unknown]>([
    ['it leaves', ({ subscriber }) => subscriber.return?.()],
    ['the channel is closed', ({ here }) => here.close()],
  ])('leaves no timer when %s', async (_, end) => {
    const one = await ahead(1);
    expect(jest.getTimerCount()).toBe(1);
    await end(one);
    expect(jest.getTimerCount()).toBe(0);
  });
});
