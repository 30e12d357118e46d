import { describe, expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { soon } from '../test/content-of.js';
import { channel, type ServerEvent } from './index.js';
import { textOf } from './server-event.js';

describe.each([
  ['a channel of one process', () => Promise.resolve(channel())],
  ['a shared channel', () => channel({ bus: memoryPubSub(), topic: 'news' })],
])('the data that subscribers of %s get', (_, open) => {
  const received = async (data: string | object, change = () => {}): Promise<ServerEvent> => {
    const news = await open();
    const subscriber = news.subscribe();
    const published = news.publish({ data });
    change();
    await published;
    for (;;) {
      const { value } = await soon(subscriber.next());
      if (value === undefined || 'data' in value) return value as ServerEvent;
    }
  };

  it.each<[string, string | object, unknown]>([
    ['an object', { a: { b: 1, c: undefined } }, { a: { b: 1 } }],
    ['a list', ['a', 1], ['a', 1]],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['text that is JSON', '{"a":1}', '{"a":1}'],
    ['text', 'a\nb', 'a\nb'],
  ])('is what JSON keeps of %s', async (__, data, kept) => {
    expect(await received(data)).toHaveProperty('data', kept);
  });

  it('is frozen at every depth, because all subscribers get the same', async () => {
    const { data } = (await received({ a: { b: [1] } })) as { data: { a: { b: number[] } } };
    expect([data, data.a, data.a.b].map(Object.isFrozen)).toEqual([true, true, true]);
  });

  it('does not follow later changes of what was published', async () => {
    const data = { owner: 'ada' };
    const event = await received(data, () => {
      data.owner = 'eve';
    });
    expect(event).toHaveProperty('data', { owner: 'ada' });
  });

  it('is sent as the JSON of what was published', async () => {
    expect(textOf(await received(new Date(0)))).toMatch(/^data: "1970-01-01T00:00:00.000Z"$/m);
  });
});
