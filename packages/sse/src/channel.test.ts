import { describe, expect, it, jest } from '@jest/globals';
import { soon } from '../test/content-of.js';
import { errorOf } from '../test/error-of.js';
import { channel, type ChannelEvent, type ChannelOptions, type ServerEvent } from './index.js';

describe('channel', () => {
  it('does nothing with an event after it was closed, whatever the event is', () => {
    const news = channel();
    news.close();
    expect(() => {
      news.publish({ data: 'a', id: 'b\n' });
    }).not.toThrow();
  });

  it('refuses options of publish, which only a channel with a bus has', () => {
    const news = channel() as unknown as { publish: (...args: unknown[]) => void };
    const error = errorOf(() => {
      news.publish({ data: 'a' }, { messageId: '1' });
    });
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'publish' });
  });

  it('sends each event to every subscriber, in order', async () => {
    const news = channel();
    const subscribers = [news.subscribe(), news.subscribe()];
    news.publish({ data: 'a' });
    news.publish({ data: 'b' });
    news.close();
    for (const subscriber of subscribers) {
      expect(await all(subscriber)).toEqual([{ data: 'a' }, { data: 'b' }]);
    }
  });

  it('wakes a waiting subscriber', async () => {
    const news = channel();
    const next = news.subscribe().next();
    news.publish({ data: 'a' });
    expect(await soon(next)).toEqual({ done: false, value: { data: 'a' } });
  });

  it('keeps an event that comes after the one that woke a subscriber', async () => {
    const news = channel();
    const subscriber = news.subscribe();
    const next = subscriber.next();
    news.publish({ data: 'a' });
    news.publish({ data: 'b' });
    expect([await soon(next), await soon(subscriber.next())]).toEqual([
      { done: false, value: { data: 'a' } },
      { done: false, value: { data: 'b' } },
    ]);
  });

  it('gives the events after the last one of an id that was used twice', async () => {
    const news = channel({ history: 3 });
    for (const [data, id] of [
      ['a', '1'],
      ['b', '1'],
      ['c', '2'],
    ] as const)
      news.publish({ data, id });
    const subscriber = news.subscribe('1');
    news.close();
    expect(await all(subscriber)).toEqual([{ data: 'c', id: '2' }]);
  });

  it('keeps an event with an empty id, which clears that of the browser', async () => {
    const news = channel({ history: 1 });
    news.publish({ data: 'a', id: '' });
    const subscriber = news.subscribe('unknown');
    news.close();
    expect(await all(subscriber)).toEqual([{ data: 'a', id: '' }]);
  });

  it('removes a subscriber that has ended', async () => {
    const news = channel();
    const subscriber = news.subscribe();
    expect(news.subscribers).toBe(1);
    const waiting = subscriber.next();
    await subscriber.return?.();
    expect(await soon(waiting)).toEqual({ done: true, value: undefined });
    expect(news.subscribers).toBe(0);
  });

  it('ends a subscriber that waits when it is closed', async () => {
    const news = channel();
    const waiting = news.subscribe().next();
    news.close();
    expect(await soon(waiting)).toEqual({ done: true, value: undefined });
  });

  it('gives a subscriber the kept events before later ones, and keeps the last', async () => {
    const news = channel({ maxWaiting: 3, history: 2 });
    for (const id of ['1', '2', '3']) news.publish({ data: 'x', id });
    const subscriber = news.subscribe('1');
    news.publish({ data: 'x', id: '4' });
    expect(news.subscribers).toBe(1);
    // The kept events count among those that wait.
    news.publish({ data: 'x', id: '5' });
    expect([news.subscribers, await all(subscriber)]).toEqual([0, [{ comment: 'too slow' }]]);
    const last = news.subscribe('3');
    news.close();
    expect(await all(last)).toEqual(['4', '5'].map((id) => ({ data: 'x', id })));
  });

  it('counts a refused subscriber never, even when it ends', async () => {
    const news = channel({ maxSubscribers: 1 });
    news.subscribe();
    const refused = news.subscribe();
    await refused.return?.();
    expect(news.subscribers).toBe(1);
    expect(await soon(refused.next())).toEqual({ done: true, value: undefined });
  });

  it('gives a subscriber that has ended none of the events that waited', async () => {
    const news = channel();
    const subscriber = news.subscribe();
    news.publish({ data: 'a' });
    await subscriber.return?.();
    expect(await soon(subscriber.next())).toEqual({ done: true, value: undefined });
  });

  it('drops a subscriber with more waiting events than the limit, with a comment', async () => {
    const events: ChannelEvent[] = [];
    const news = channel({ maxWaiting: 3, onEvent: (event) => void events.push(event) });
    const [slow, quick] = [news.subscribe(), news.subscribe()];
    const read: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      news.publish({ data: String(count) });
      read.push((await soon(quick.next())).value);
    }
    expect([news.subscribers, events]).toEqual([2, []]);
    news.publish({ data: '3' });
    expect(events).toEqual([{ type: 'subscriber-dropped', subscribers: 1 }]);
    expect(await all(slow)).toEqual([{ comment: 'too slow' }]);
    expect((await soon(quick.next())).value).toEqual({ data: '3' });
    expect(read).toHaveLength(3);
  });

  it('sends an event to all other subscribers, even if onEvent throws', async () => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const failure = new Error('of onEvent');
    const onEvent = () => {
      throw failure;
    };
    const news = channel({ maxWaiting: 1, onEvent });
    const [slow, quick] = [news.subscribe(), news.subscribe()];
    news.publish({ data: 'a' });
    await soon(quick.next());
    news.publish({ data: 'b' });
    expect(printed.mock.calls).toEqual([['channel.onEvent failed:', failure]]);
    printed.mockRestore();
    expect((await soon(quick.next())).value).toEqual({ data: 'b' });
    expect(await all(slow)).toEqual([{ comment: 'too slow' }]);
  });

  it('refuses one subscriber over the limit, with a comment', async () => {
    const events: ChannelEvent[] = [];
    const news = channel({ maxSubscribers: 2, onEvent: (event) => void events.push(event) });
    const first = news.subscribe();
    news.subscribe();
    expect(await all(news.subscribe())).toEqual([{ comment: 'too many subscribers' }]);
    expect(events).toEqual([{ type: 'subscriber-refused', subscribers: 2 }]);
    await first.return?.();
    news.subscribe();
    expect(news.subscribers).toBe(2);
  });

  it.each<[string | null, readonly string[]]>([
    ['2', ['3']],
    ['1', ['2', '3']],
    ['3', []],
    ['0', ['1', '2', '3']],
    ['unknown', ['1', '2', '3']],
    [null, []],
  ])('sends a subscriber whose last id is %j first the events %j', async (id, ids) => {
    const news = channel({ history: 3 });
    for (const made of ['0', '1', '2', '3']) news.publish({ data: 'x', id: made });
    news.publish({ data: 'without an id' });
    news.publish({ comment: 'x' });
    const subscriber = news.subscribe(id);
    news.close();
    const events = await all(subscriber);
    expect(events.map((event) => 'data' in event && event.id)).toEqual(ids);
  });

  it.each<[string, ServerEvent]>([
    ['id with a line break', { data: 'x', id: 'a\nb' }],
    ['name with a line break', { data: 'x', event: 'a\nb', id: '1' }],
    ['retry', { data: 'x', retry: -1, id: '1' }],
    ['data', { data: (() => undefined) as never, id: '1' }],
  ])(
    'throws an event with an invalid %s to its publisher, and neither sends nor keeps it',
    async (_, event) => {
      const news = channel({ history: 3 });
      const subscriber = news.subscribe();
      expect(() => {
        news.publish(event);
      }).toThrow(expect.objectContaining({ code: 'EVENT_INVALID' }));
      const later = news.subscribe('unknown');
      news.close();
      expect([await all(subscriber), await all(later)]).toEqual([[], []]);
    },
  );

  it('sends nothing after it was closed, and ends new subscribers immediately', async () => {
    const events: ChannelEvent[] = [];
    const news = channel({ onEvent: (event) => void events.push(event) });
    const subscriber = news.subscribe();
    news.close();
    news.publish({ data: 'late' });
    expect([await all(subscriber), await all(news.subscribe())]).toEqual([[], []]);
    expect([news.subscribers, events]).toEqual([0, []]);
  });

  it.each<ChannelOptions>([
    { maxWaiting: 1 },
    { maxWaiting: 1, history: 0 },
    { history: 99 },
    { maxSubscribers: 1 },
  ])('accepts the options %j', (options) => {
    expect(() => channel(options)).not.toThrow();
  });

  it('keeps no events, lets 100 wait and has 10,000 subscribers without options', async () => {
    const news = channel();
    news.publish({ data: 'a', id: '1' });
    const first = news.subscribe('0');
    for (let count = 1; count < 10_000; count++) news.subscribe();
    expect([news.subscribers, await all(news.subscribe())]).toEqual([
      10_000,
      [{ comment: 'too many subscribers' }],
    ]);
    for (let count = 0; count < 100; count++) news.publish({ data: String(count) });
    expect(news.subscribers).toBe(10_000);
    news.close();
    expect(await all(first)).toHaveLength(100);
  });

  it('replays events with an id alone', async () => {
    const news = channel({ history: 2 });
    news.publish({ data: 'a', id: '1' });
    news.publish({ data: 'b' });
    news.publish({ comment: 'c' });
    const late = news.subscribe('0');
    news.close();
    expect(await all(late)).toEqual([{ data: 'a', id: '1' }]);
  });

  it.each<[string, object]>([
    ['size', { size: 1 }],
    ['maxWaiting', { maxWaiting: 0 }],
    ['history', { history: -1 }],
    ['history', { history: 100 }],
    ['maxSubscribers', { maxSubscribers: 1.5 }],
    ['maxSubscribers', { maxSubscribers: 0 }],
    ['onEvent', { onEvent: 'log' }],
  ])('refuses the option %s of %j', (option, options: ChannelOptions) => {
    expect(errorOf(() => channel(options))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `channel.${option}`,
    });
  });
});

async function all(subscriber: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  const reader = subscriber[Symbol.asyncIterator]();
  for (let next = await soon(reader.next()); next.done !== true; ) {
    if (events.push(next.value) > 1000) throw new Error('the subscription does not end');
    next = await soon(reader.next());
  }
  return events;
}
