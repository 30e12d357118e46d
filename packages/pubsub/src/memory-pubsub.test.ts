import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { memoryPubSub } from './index.js';

const KEEP = { keep: 10 };

/** The texts of the history of a topic. */
async function historyOf(bus: ReturnType<typeof memoryPubSub>, topic: string): Promise<string[]> {
  const texts: string[] = [];
  const message = ({ data }: { readonly data: Uint8Array }) =>
    void texts.push(new TextDecoder().decode(data));
  await bus.subscribe(topic, { message }, { recent: 100 });
  await new Promise((resolve) => setImmediate(resolve));
  return texts;
}

describe('memoryPubSub', () => {
  it('passes what a listener throws, or rejects with, to onError', async () => {
    const errors: unknown[] = [];
    const bus = memoryPubSub({ onError: (error) => void errors.push(error) });
    const [thrown, rejected] = [new Error('thrown'), new Error('rejected')];
    await bus.subscribe('a', {
      message: () => {
        throw thrown;
      },
    });
    const message: () => unknown = () => Promise.reject(rejected);
    await bus.subscribe('a', { message });
    await bus.publish('a', 'b');
    await waitFor(() => errors.length === 2);
    expect(errors).toEqual([thrown, rejected]);
  });

  it('calls the methods of a listener as methods', async () => {
    class Counter {
      count = 0;
      message(): void {
        this.count += 1;
      }
    }
    const counter = new Counter();
    const bus = memoryPubSub();
    await bus.subscribe('a', counter);
    await bus.publish('a', 'b');
    await waitFor(() => counter.count === 1);
  });

  it('drops the history of the oldest topic beyond maxTopics, and keeps its subscribers', async () => {
    const bus = memoryPubSub({ maxTopics: 2 });
    for (const topic of ['a', 'b', 'c']) await bus.publish(topic, topic, KEEP);
    const histories = ['a', 'b', 'c'].map((topic) => historyOf(bus, topic));
    expect(await Promise.all(histories)).toEqual([[], ['b'], ['c']]);
  });

  it('drops the history of the topic that was published to least recently', async () => {
    const bus = memoryPubSub({ maxTopics: 2 });
    for (const topic of ['a', 'b', 'a', 'c']) await bus.publish(topic, topic, KEEP);
    const histories = ['a', 'b', 'c'].map((topic) => historyOf(bus, topic));
    expect(await Promise.all(histories)).toEqual([['a', 'a'], [], ['c']]);
  });

  it('names the message before, though its history was dropped, while the topic has a subscriber', async () => {
    const bus = memoryPubSub({ maxTopics: 1 });
    const previous: string[] = [];
    const message = (each: { readonly previous: string }) => void previous.push(each.previous);
    const first = await bus.subscribe('a', { message });
    const id = await bus.publish('a', '1', KEEP);
    await bus.publish('b', '1', KEEP);
    const late = await bus.subscribe('a', { message: () => undefined });
    const lasts = [first.last, late.last];
    await bus.publish('a', '2', KEEP);
    await waitFor(() => previous.length === 2);
    expect([previous, lasts]).toEqual([
      ['', id],
      [id, id],
    ]);
  });

  it('forgets a messageId after 60 seconds', async () => {
    let now = 1;
    const bus = memoryPubSub({ now: () => now });
    const publish = () => bus.publish('a', 'b', { ...KEEP, messageId: 'm' });
    const first = await publish();
    now = 60_000;
    expect(await publish()).toBe(first);
    now = 60_001;
    expect(await publish()).not.toBe(first);
    expect(await historyOf(bus, 'a')).toEqual(['b', 'b']);
  });

  it('gives ids that grow if the clock goes back', async () => {
    let now = 5;
    const bus = memoryPubSub({ now: () => now });
    const ids = [await bus.publish('a', 'b', KEEP)];
    now = 4;
    ids.push(await bus.publish('a', 'b', KEEP), await bus.publish('c', 'b', KEEP));
    now = 6;
    ids.push(await bus.publish('a', 'b', KEEP));
    expect(ids).toEqual([
      '00000000000005-000000',
      '00000000000005-000001',
      '00000000000005-000002',
      '00000000000006-000000',
    ]);
  });

  it('names a clock that returns no number, with which no messageId would be forgotten', async () => {
    const bus = memoryPubSub({ now: () => new Date() as never });
    await expect(bus.publish('a', 'b', KEEP)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: 'memoryPubSub.now',
    });
  });

  it.each([
    [{ maxTopics: 0 }, 'memoryPubSub.maxTopics'],
    [{ onError: 7 }, 'memoryPubSub.onError'],
    [{ now: 7 }, 'memoryPubSub.now'],
    [{ size: 7 }, 'memoryPubSub.size'],
  ])('refuses the options %j', (options, option) => {
    expect(() => memoryPubSub(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option }),
    );
  });
});
