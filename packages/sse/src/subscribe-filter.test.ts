import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { soon } from '../test/content-of.js';
import { errorOf } from '../test/error-of.js';
import { dataOf, GAP, sent, twoProcesses } from '../test/shared-channels.js';
import { channel, type DataEvent, type ServerEvent, type SubscribeOptions } from './index.js';

const owned = (event: DataEvent) => (event.data as { owner: string }).owner === 'ada';
const adas = { filter: owned };
const of = (owner: string, text: string) => ({ data: { owner, text } });
const json = (text: string) => JSON.stringify({ owner: 'ada', text });

describe.each([
  ['a channel of one process', () => Promise.resolve(channel({ maxWaiting: 2 }))],
  [
    'a shared channel',
    () => channel({ bus: memoryPubSub(), topic: 'news', history: 1, maxWaiting: 4, gap: false }),
  ],
])('the filter of a subscription to %s', (_, open) => {
  it('hides the events that it refuses, and is called once for each', async () => {
    const news = await open();
    const asked: unknown[] = [];
    const filter = (event: DataEvent) => {
      asked.push(event.data);
      return owned(event);
    };
    const subscriber = news.subscribe(null, { filter });
    await news.publish(of('ada', 'a'));
    await news.publish(of('eve', 'b'));
    await news.close();
    expect(dataOf(await sent(subscriber))).toEqual([json('a')]);
    expect(asked).toEqual([of('ada', 'a').data, of('eve', 'b').data]);
  });

  it('wakes no reader for an event without a position that it refuses', async () => {
    const local = channel();
    const next = local.subscribe(null, adas).next();
    local.publish(of('eve', 'a'));
    local.publish(of('ada', 'b'));
    expect(await soon(next)).toHaveProperty('value.data.text', 'b');
  });

  it('is gone as soon as the client is, although no event passed it', async () => {
    const news = await open();
    const subscriber = news.subscribe(null, adas);
    await news.publish(of('eve', 'a'));
    await subscriber.return?.();
    expect(news.subscribers).toBe(0);
  });

  it('runs in the asynchronous context of the subscription', async () => {
    const user = new AsyncLocalStorage<string>();
    const news = await open();
    const filter = ({ data }: DataEvent) => (data as { owner: string }).owner === user.getStore();
    const subscriber = user.run('ada', () => news.subscribe(null, { filter }));
    await user.run('eve', async () => {
      await news.publish(of('ada', 'a'));
      await news.publish(of('eve', 'b'));
    });
    await news.close();
    expect(dataOf(await sent(subscriber))).toEqual([json('a')]);
  });

  it.each<[string, () => unknown, object]>([
    [
      'throws',
      () => {
        throw new Error('of the filter');
      },
      { message: 'of the filter' },
    ],
    ['returns a promise', () => Promise.resolve(true), { option: 'subscribe.filter' }],
    ['returns a list', () => [], { option: 'subscribe.filter' }],
    ['returns text', () => 'no', { option: 'subscribe.filter' }],
    ['returns nothing', () => undefined, { option: 'subscribe.filter' }],
  ])('ends its own subscription alone if it %s', async (__, filter, error) => {
    const news = await open();
    const failing = news.subscribe(null, { filter } as SubscribeOptions);
    const waiting = news.subscribe(null, { filter } as SubscribeOptions);
    const other = news.subscribe();
    const failed = nextData(waiting);
    await news.publish(of('ada', 'a'));
    expect(news.subscribers).toBe(1);
    await expect(soon(failed)).rejects.toMatchObject(error);
    await expect(soon(nextData(failing))).rejects.toMatchObject(error);
    await news.close();
    expect(dataOf(await sent(other))).toEqual([json('a')]);
  });

  it('is a function, or the call throws and subscribes nobody', async () => {
    const news = await open();
    const given = { filter: 'ada' } as unknown as SubscribeOptions;
    const error = errorOf(() => news.subscribe(null, given));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'subscribe.filter' });
    expect(news.subscribers).toBe(0);
  });

  it.each([[adas], [['1']], [7]])(
    'is not dropped with options, or %j, in the place of the id',
    async (given) => {
      const news = await open();
      const error = errorOf(() => news.subscribe(given as unknown as string));
      expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'subscribe.lastEventId' });
      expect(news.subscribers).toBe(0);
    },
  );
});

describe('a subscriber with a filter', () => {
  it('has no event waiting that it does not get', () => {
    const news = channel({ maxWaiting: 1 });
    news.subscribe(null, adas);
    for (let count = 0; count < 3; count++) news.publish(of('eve', 'a'));
    news.publish(of('ada', 'b'));
    expect(news.subscribers).toBe(1);
  });

  it('gets of the kept events those that pass', async () => {
    const news = channel({ history: 9 });
    ['eve', 'ada', 'eve'].forEach((owner, at) => {
      news.publish({ ...of(owner, 'a'), id: String(at) });
    });
    const subscriber = news.subscribe('unknown', adas);
    news.close();
    expect(await sent(subscriber)).toEqual([`id: 1\ndata: ${json('a')}\n\n`]);
  });

  it('gets comments, and the position after half as many hidden events as are kept', async () => {
    const news = channel({ history: 3 });
    const subscriber = news.subscribe(null, adas);
    for (const id of ['1', '2', '3', '4', '5']) news.publish({ ...of('eve', 'a'), id });
    news.publish({ ...of('ada', 'b'), id: '6' });
    for (const id of ['7', '8']) news.publish({ ...of('eve', 'a'), id });
    news.publish({ comment: 'c' });
    news.close();
    const [passed, comment] = [`id: 6\ndata: ${json('b')}\n\n`, ': c\n\n'];
    const texts = await sent(subscriber);
    expect(texts).toEqual(['id: 2\n\n', 'id: 4\n\n', passed, 'id: 8\n\n', comment]);
  });

  it('gets no gap when it reconnects after more hidden events than are kept', async () => {
    const { here, there } = await twoProcesses();
    const subscriber = here.subscribe(null, adas);
    for (let count = 0; count < 9; count++) await here.publish(of('eve', 'a'));
    await here.close();
    const last = (await sent(subscriber)).at(-1) ?? '';
    await there.publish(of('ada', 'b'));
    const again = there.subscribe(/^id: (.*)$/m.exec(last)?.[1], adas);
    await there.close();
    const texts = await sent(again);
    expect([dataOf(texts), texts.includes(GAP)]).toEqual([[json('b')], false]);
  });

  it('gets the gap of the channel, which no filter is asked about', async () => {
    const { here } = await twoProcesses();
    for (const owner of ['ada', 'eve']) await here.publish(of(owner, 'a'));
    const subscriber = here.subscribe('unknown', adas);
    await here.close();
    expect(dataOf(await sent(subscriber))).toEqual(['', json('a')]);
  });

  it('whose kept events make the filter fail is no subscriber', async () => {
    const news = channel({ history: 9 });
    news.publish({ data: 'a', id: '1' });
    const filter = (): boolean => {
      throw new Error('of the filter');
    };
    const subscriber = news.subscribe('unknown', { filter });
    expect(news.subscribers).toBe(0);
    await expect(soon(subscriber.next())).rejects.toThrow('of the filter');
  });
});

async function nextData(subscriber: AsyncIterator<ServerEvent>): Promise<unknown> {
  for (;;) {
    const { done, value } = await subscriber.next();
    if (done === true || 'data' in value) return value;
  }
}
