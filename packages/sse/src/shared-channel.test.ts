import { describe, expect, it, jest } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { soon } from '../test/content-of.js';
import { heldBus } from '../test/held-bus.js';
import { dataOf, GAP, sent, twoProcesses } from '../test/shared-channels.js';
import {
  channel,
  type ChannelEvent,
  formatEvent,
  type ServerEvent,
  type SharedChannelOptions,
} from './index.js';
import { textOf } from './server-event.js';

describe('a shared channel', () => {
  it('sends each event to the subscribers of every process, with the id of the bus', async () => {
    const { here, there } = await twoProcesses();
    const subscribers = [here.subscribe(), there.subscribe()];
    const id = await here.publish({ data: { a: 1 }, event: 'sold', retry: 7 });
    await there.publish({ data: 'x\ny' });
    await Promise.all([here.close(), there.close()]);
    for (const subscriber of subscribers) {
      const [position, first, second] = await sent(subscriber);
      expect(position).toBe('id: 0\n\n');
      expect(first).toBe(`event: sold\nid: ${id}\nretry: 7\ndata: {"a":1}\n\n`);
      expect(second).toMatch(/^id: [\d-]{21}\ndata: x\ndata: y\n\n$/);
    }
  });

  it('writes data as a channel of one process does', async () => {
    const { here } = await twoProcesses();
    const events = [new Date(0), 'a', '{"data":"b"}', ['c']] as const;
    const subscriber = here.subscribe();
    for (const data of events) await here.publish({ data });
    await here.close();
    const lines = (await sent(subscriber)).slice(1).map((text) => text.replace(/^id: .*\n/, ''));
    expect(lines).toEqual(events.map((data) => formatEvent({ data })));
  });

  it('sends a message of another program as the data of an event', async () => {
    const { bus, here } = await twoProcesses();
    const subscriber = here.subscribe();
    const texts = [
      'plain',
      '\ufeffmark',
      '{"a":1}',
      'null',
      '{"data":"a","event":"b\\nc"}',
      '{"data":7}',
    ];
    for (const text of texts) await bus.publish('news', text, { keep: 3 });
    await here.close();
    expect(dataOf(await sent(subscriber))).toEqual(texts);
  });

  it('publishes an event once, even if it is repeated with its messageId', async () => {
    const { here } = await twoProcesses();
    const subscriber = here.subscribe();
    const publish = () => here.publish({ data: 'a' }, { messageId: 'm' });
    expect(await publish()).toBe(await publish());
    await here.close();
    expect(dataOf(await sent(subscriber))).toEqual(['a']);
  });

  it.each<[string, ServerEvent]>([
    ['has an id', { data: 'a', id: '1' }],
    ['is a comment', { comment: 'a' }],
    ['has an invalid name', { data: 'a', event: 'a\nb' }],
  ])('rejects an event that %s', async (_, event) => {
    const { here } = await twoProcesses();
    await expect(here.publish(event)).rejects.toMatchObject({ code: 'EVENT_INVALID' });
  });

  it('publishes an event once, even if its messageId is inherited, as from a class of options', async () => {
    const { here } = await twoProcesses();
    const options = Object.create({ messageId: 'm' }) as { readonly messageId: string };
    const publish = () => here.publish({ data: 'a' }, options);
    expect(await publish()).toBe(await publish());
    await here.close();
  });

  it('rejects if the bus cannot be reached', async () => {
    const bus = memoryPubSub();
    await bus.close();
    await expect(channel({ bus, topic: 'news' })).rejects.toMatchObject({
      code: 'PUBSUB_UNAVAILABLE',
    });
  });
});

describe('a client of a shared channel that reconnects', () => {
  it.each([
    ['in the middle', 1, ['c', 'd'], false],
    ['the last one', 3, [], false],
    ['the one before those that are kept', 0, ['b', 'c', 'd'], false],
  ])('gets what it has missed, if its last event is %s', async (_, at, missed, isGap) => {
    const { here, there } = await twoProcesses();
    const ids: string[] = [];
    for (const data of ['a', 'b', 'c', 'd']) ids.push(await here.publish({ data }));
    const subscriber = there.subscribe(ids[at] ?? '');
    await there.publish({ data: 'e' });
    await there.close();
    const texts = await sent(subscriber);
    expect([dataOf(texts), texts.includes(GAP)]).toEqual([[...missed, 'e'], isGap]);
  });

  it('gets a gap first if its last event is older than those that are kept', async () => {
    const { here, there } = await twoProcesses();
    const ids: string[] = [];
    for (const data of ['a', 'b', 'c', 'd', 'e']) ids.push(await here.publish({ data }));
    const subscriber = there.subscribe(ids[0] ?? '');
    await there.close();
    const texts = await sent(subscriber);
    expect(texts[0]).toBe(GAP);
    expect(dataOf(texts.slice(1))).toEqual(['c', 'd', 'e']);
  });

  it.each(['7', 'unknown', 'zzzzzzzzzzzzzzzzzzzzzz', '\u00ff'])(
    'gets a gap and all kept events if its id is not of the bus: %j',
    async (id) => {
      const { here } = await twoProcesses();
      for (const data of ['a', 'b']) await here.publish({ data });
      const subscriber = here.subscribe(id);
      await here.close();
      const texts = await sent(subscriber);
      expect([texts[0], dataOf(texts.slice(1))]).toEqual([GAP, ['a', 'b']]);
    },
  );

  it('gets all events from its first connection on, though it had received none', async () => {
    const { here, there } = await twoProcesses();
    const first = here.subscribe();
    const position = textOf((await soon(first.next())).value as ServerEvent);
    await first.return?.();
    for (const data of ['a', 'b']) await here.publish({ data });
    const again = there.subscribe(/^id: (.*)$/m.exec(position)?.[1] ?? null);
    await there.close();
    const texts = await sent(again);
    expect([dataOf(texts), texts.includes(GAP)]).toEqual([['a', 'b'], false]);
  });

  it('gets the events since its page was rendered, whether one was sent before or not', async () => {
    const { here, there } = await twoProcesses();
    const start = here.lastEventId;
    const id = await here.publish({ data: 'a' });
    expect([start, here.lastEventId, there.lastEventId]).toEqual(['0', id, id]);
    await here.publish({ data: 'b' });
    const subscribers = [here.subscribe(start), there.subscribe(id)];
    await Promise.all([here.close(), there.close()]);
    const texts = await Promise.all(subscribers.map(sent));
    expect(texts.map(dataOf)).toEqual([['a', 'b'], ['b']]);
    expect(texts.flat()).not.toContain(GAP);
  });

  it('gets nothing twice from a process that is later than the one before', async () => {
    const bus = memoryPubSub();
    const late = heldBus(bus);
    const here = await channel({ bus, topic: 'news' });
    const there = await channel({ bus: late, topic: 'news' });
    await here.publish({ data: 'a' });
    late.hold();
    await here.publish({ data: 'b' });
    const last = await here.publish({ data: 'c' });
    await here.publish({ data: 'd' });
    const subscriber = there.subscribe(last);
    late.release();
    await there.publish({ data: 'e' });
    await there.close();
    const texts = await sent(subscriber);
    expect([dataOf(texts), texts.includes(GAP)]).toEqual([['d', 'e'], false]);
  });

  it('gets the kept events of the bus also from a process that has just started', async () => {
    const { here, open } = await twoProcesses();
    const id = await here.publish({ data: 'a' });
    await here.publish({ data: 'b' });
    const fresh = await open();
    const subscriber = fresh.subscribe(id);
    await fresh.close();
    expect(dataOf(await sent(subscriber))).toEqual(['b']);
  });
});

describe('a gap of the bus', () => {
  async function withGap(options: Partial<SharedChannelOptions> = {}) {
    const bus = heldBus();
    const events: ChannelEvent['type'][] = [];
    const news = await channel({
      ...{ bus, topic: 'news', onEvent: ({ type }) => void events.push(type) },
      ...options,
    });
    const before = await news.publish({ data: 'before' });
    const subscriber = news.subscribe();
    const [listener] = bus.listeners;
    return { news, events, before, subscriber, listener };
  }

  it('is sent to every subscriber, and reported', async () => {
    const { news, events, subscriber, listener } = await withGap();
    listener?.gap?.('news');
    await news.publish({ data: 'after' });
    await news.close();
    const texts = await sent(subscriber);
    expect(texts[1]).toBe(GAP);
    expect(dataOf(texts.slice(2))).toEqual(['after']);
    expect(events).toEqual(['gap']);
  });

  it('is sent to every subscriber, even if onEvent throws', async () => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const failure = new Error('of onEvent');
    const onEvent = () => {
      throw failure;
    };
    const { news, subscriber, listener } = await withGap({ onEvent });
    listener?.gap?.('news');
    expect(printed.mock.calls).toEqual([['channel.onEvent failed:', failure]]);
    printed.mockRestore();
    await news.close();
    expect(await sent(subscriber)).toContain(GAP);
  });

  it('is sent to a client that reconnects with an event before it', async () => {
    const { news, before, listener } = await withGap();
    await news.publish({ data: 'seen by others' });
    listener?.gap?.('news');
    await news.publish({ data: 'after' });
    const subscriber = news.subscribe(before);
    await news.close();
    const texts = await sent(subscriber);
    expect([texts[0], dataOf(texts.slice(1))]).toEqual([GAP, ['after']]);
  });

  it('is followed by all events, even if the ids are below the last one that a subscriber has seen', async () => {
    const { news, before, listener } = await withGap();
    // Of a server that lost its last events, and whose successor has a slower clock.
    const lost = before.replace(/^0/, '1');
    const subscriber = news.subscribe(lost);
    listener?.gap?.('news');
    await news.publish({ data: 'after' });
    await news.publish({ data: 'later' });
    await news.close();
    const texts = await sent(subscriber);
    expect(texts.filter((text) => text === GAP)).toHaveLength(1);
    expect(dataOf(texts)).toEqual(['', 'after', 'later']);
  });

  it('is not sent with gap: false', async () => {
    const { news, events, subscriber, listener } = await withGap({ gap: false });
    listener?.gap?.('news');
    const unknown = news.subscribe('unknown');
    await news.close();
    const texts = [...(await sent(subscriber)), ...(await sent(unknown))];
    expect([texts.includes(GAP), events]).toEqual([false, ['gap']]);
  });

  it('is not confused with the state of the bus, which is reported', async () => {
    const { news, events, listener } = await withGap();
    listener?.state?.('disconnected');
    listener?.state?.('connected');
    await news.close();
    expect(events).toEqual(['bus-down', 'bus-up']);
  });
});

describe('the limits of a shared channel', () => {
  it('drop a subscriber that is too slow, and keep the others', async () => {
    const events: ChannelEvent[] = [];
    const { here } = await twoProcesses({ maxWaiting: 6, onEvent: (event) => events.push(event) });
    const slow = here.subscribe();
    for (let count = 0; count < 6; count++) await here.publish({ data: String(count) });
    await waitFor(() => here.subscribers === 0);
    expect(events).toEqual([{ type: 'subscriber-dropped', subscribers: 0 }]);
    expect(await sent(slow)).toEqual([': too slow\n\n']);
  });

  it('drop a subscriber without a loss for the others, even if onEvent throws', async () => {
    const onEvent = () => {
      throw new Error('of onEvent');
    };
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const bus = memoryPubSub();
    const here = await channel({ bus, topic: 'news', history: 3, maxWaiting: 6, onEvent });
    const [, quick] = [here.subscribe(), here.subscribe()];
    const read: ServerEvent[] = [(await soon(quick.next())).value as ServerEvent];
    for (let count = 0; count < 6; count++) {
      await here.publish({ data: String(count) });
      read.push((await soon(quick.next())).value as ServerEvent);
    }
    expect(here.subscribers).toBe(1);
    expect(dataOf(read.map(textOf))).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(printed).toHaveBeenCalledTimes(1);
    printed.mockRestore();
    await here.close();
  });

  it('refuse one subscriber over the maximum, and count those that end', async () => {
    const { here } = await twoProcesses({ maxSubscribers: 1 });
    const first = here.subscribe();
    expect(await sent(here.subscribe())).toEqual([': too many subscribers\n\n']);
    await first.return?.();
    here.subscribe();
    expect(here.subscribers).toBe(1);
    await here.close();
    expect(await sent(here.subscribe())).toEqual([]);
  });

  it.each<[string, object]>([
    ['bus', { bus: {} }],
    ['bus', { bus: undefined }],
    ['topic', { topic: 7 }],
    ['history', { history: 0 }],
    ['history', { history: 10, maxWaiting: 12 }],
    ['maxWaiting', { maxWaiting: 0 }],
    ['maxSubscribers', { maxSubscribers: 0 }],
    ['gap', { gap: 'no' }],
    ['onEvent', { onEvent: 'log' }],
    ['size', { size: 1 }],
  ])('are checked: %s of %j', (option, options) => {
    const given = { bus: memoryPubSub(), topic: 'news', ...options } as SharedChannelOptions;
    expect(() => channel(given)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `channel.${option}` }),
    );
  });

  it('passes the error of an event that is not published to onError if no code awaits it', async () => {
    const errors: unknown[] = [];
    const down = new Error('down');
    const bus = memoryPubSub();
    const here = await channel({
      bus: { publish: () => Promise.reject(down), subscribe: (...args) => bus.subscribe(...args) },
      topic: 'news',
      onError: (error) => errors.push(error),
    });
    const unhandled = await unhandledRejectionsOf(async () => {
      void here.publish({ data: 'dropped' });
      await waitFor(() => errors.length > 0);
      await expect(here.publish({ data: 'awaited' })).rejects.toBe(down);
      await expect(here.publish({ data: 'a', id: '1' })).rejects.toThrow('id');
    });
    expect([errors, unhandled]).toEqual([[down], []]);
    await here.close();
  });
});
