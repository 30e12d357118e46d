import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import type { PubSubMessage, TopicHistory } from './index.js';
import { OrderedTopic } from './ordered-topic.js';

const message = (id: string, previous: string): PubSubMessage => ({
  ...{ topic: 'a', id, previous },
  data: new Uint8Array(),
});

/** A topic over a history that a test changes, and what it has passed on. */
async function ordered(kept: PubSubMessage[], last = kept.at(-1)?.id ?? '') {
  const calls: string[] = [];
  const state = { kept, last, reads: 0, isDown: false };
  const read = <T>(result: () => T): Promise<T> => {
    state.reads += 1;
    return state.isDown ? Promise.reject(new Error('down')) : Promise.resolve(result());
  };
  const history: TopicHistory = {
    after: (id, limit) => read(() => state.kept.filter((each) => each.id > id).slice(0, limit)),
    latest: (count) =>
      read(() => ({ messages: count === 0 ? [] : state.kept.slice(-count), last: state.last })),
  };
  const topic = new OrderedTopic(history, {
    message: ({ id }) => void calls.push(id),
    gap: () => void calls.push('gap'),
  });
  await topic.begin(0);
  return { topic, state, calls };
}

describe('OrderedTopic', () => {
  it('passes a message that names the last one on immediately, without a read', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    topic.live(message('2', '1'));
    topic.live(message('3', '2'));
    expect([calls, state.reads, topic.last]).toEqual([['2', '3'], 1, '3']);
  });

  it('reads the messages before one that does not name the last one', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.kept.push(message('2', '1'), message('3', '2'));
    topic.live(message('3', '2'));
    topic.live(message('4', '3'));
    await waitFor(() => topic.last === '4');
    expect(calls).toEqual(['2', '3', '4']);
  });

  it('leaves a message that a check has seen to the live ones, among which one without an id comes first', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    Object.assign(state, { kept: [message('1', ''), message('2', '1')], last: '2' });
    const checked = topic.check();
    await new Promise((resolve) => setImmediate(resolve));
    topic.live(message('', ''));
    topic.live(message('2', '1'));
    await checked;
    expect(calls).toEqual(['', '2']);
  });

  it('reads no further than the live message before which others are missing', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.kept.push(message('2', '1'), message('3', '2'), message('4', '3'));
    for (const each of [message('3', '2'), message('', ''), message('4', '3')]) topic.live(each);
    await waitFor(() => topic.last === '4');
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual(['2', '3', '', '4']);
  });

  it('has a gap after a new connection if the first message without an id came before the comparison', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    Object.assign(state, { kept: [message('1', ''), message('2', '1')], last: '2' });
    topic.reconnected();
    topic.live(message('', ''));
    await waitFor(() => calls.includes(''));
    expect(calls).toEqual(['2', 'gap', '']);
  });

  it('drops messages without an id that a lost connection has received, instead of passing them on after the gap', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.isDown = true;
    for (const each of [message('3', '2'), message('', '')]) topic.live(each);
    topic.reconnected();
    const kept = [message('1', ''), message('2', '1'), message('3', '2')];
    Object.assign(state, { kept, last: '3', isDown: false });
    await waitFor(() => calls.includes('gap'));
    topic.live(message('4', '3'));
    expect(calls).toEqual(['2', '3', 'gap', '4']);
  });

  it('has a gap if the history does not reach back', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.kept = [message('4', '3'), message('5', '4')];
    topic.live(message('5', '4'));
    await waitFor(() => topic.last === '5');
    expect(calls).toEqual(['gap', '4', '5']);
  });

  it('has a gap if neither the missing message nor the live one is in the history', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.kept = [];
    topic.live(message('5', '4'));
    await waitFor(() => topic.last === '5');
    expect(calls).toEqual(['gap', '5']);
  });

  it('drops a message that it has passed on', async () => {
    const { topic, calls } = await ordered([message('1', '')]);
    for (const each of [message('2', '1'), message('1', ''), message('2', '1')]) topic.live(each);
    expect(calls).toEqual(['2']);
  });

  it('repeats a read that failed, and keeps the order', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.isDown = true;
    state.kept.push(message('2', '1'));
    topic.live(message('3', '2'));
    topic.live(message('4', '3'));
    await waitFor(() => state.reads > 1);
    expect(calls).toEqual([]);
    state.isDown = false;
    await waitFor(() => topic.last === '4');
    expect(calls).toEqual(['2', '3', '4']);
  });

  it('reads a history of more than one page', async () => {
    const { topic, state, calls } = await ordered([]);
    const id = (at: number) => String(at).padStart(5, '0');
    state.kept = Array.from({ length: 1_200 }, (_, at) => message(id(at + 1), at ? id(at) : ''));
    state.last = id(1_200);
    await topic.check();
    expect([calls.length, calls.includes('gap'), topic.last]).toEqual([1_200, false, id(1_200)]);
  });

  it('begins again with one gap if the position of the server is below its own', async () => {
    const { topic, state, calls } = await ordered([message('1', ''), message('3', '1')]);
    state.kept = [message('1', '')];
    state.last = '1';
    await topic.check();
    await topic.check();
    topic.live(message('2', '1'));
    expect(calls).toEqual(['gap', '2']);
  });

  it('has a gap after each new connection if messages are not kept, or none is known', async () => {
    const { topic, state, calls } = await ordered([]);
    topic.reconnected();
    await waitFor(() => calls.length === 1);
    topic.live(message('', ''));
    topic.reconnected();
    await waitFor(() => calls.length === 3);
    expect(calls).toEqual(['gap', '', 'gap']);
    expect(state.reads).toBe(3);
  });

  it('has one gap if the server has lost its messages, and the connection is replaced during the read', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    Object.assign(state, { kept: [], last: '' });
    const checked = topic.check();
    topic.reconnected();
    await checked;
    expect([calls, state.reads]).toEqual([['gap'], 3]);
  });

  it('has no gap after a new connection if nothing was published meanwhile', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    topic.reconnected();
    await waitFor(() => state.reads === 2);
    topic.live(message('2', '1'));
    await waitFor(() => calls.length === 1);
    expect(calls).toEqual(['2']);
  });

  it('reads what it has dropped of too many waiting messages', async () => {
    const { topic, state, calls } = await ordered([message('00000', '')]);
    const id = (at: number) => String(at).padStart(5, '0');
    const all = Array.from({ length: 3_000 }, (_, at) => message(id(at + 1), id(at)));
    state.isDown = true;
    for (const each of all.slice(1)) topic.live(each);
    state.kept = all;
    state.last = id(3_000);
    state.isDown = false;
    await waitFor(() => topic.last === id(3_000));
    expect(calls).toEqual(all.map((each) => each.id));
  });

  it('passes nothing on after it was closed, also what was being read', async () => {
    const { topic, state, calls } = await ordered([message('1', '')]);
    state.kept.push(message('2', '1'), message('3', '2'));
    topic.live(message('3', '2'));
    topic.close();
    topic.live(message('4', '3'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual([]);
  });
});
