import type { PubSubInterface, PubSubMessage } from '@mortise/pubsub';
import { eventually, expectEqual, expectRejection, expectThat } from './expect.js';
import type { PubSubRules } from './pubsub-case.js';
import { Recorder } from './recorder.js';

const KEEP = { keep: 1_000 };

/** Order, history, repetition and the end of subscriptions. */
export const orderRules: PubSubRules = {
  async 'four publishers at once: each subscriber receives the same order, and ids sort and chain'(
    { bus, other },
    topic,
  ) {
    const listeners = [new Recorder(), new Recorder()];
    await bus.subscribe(topic, listeners[0] as Recorder);
    await other.subscribe(topic, listeners[1] as Recorder);
    const publishers = [bus, other, bus, other].map(async (each, from) => {
      for (let count = 0; count < 25; count++) await each.publish(topic, `${from}-${count}`, KEEP);
    });
    await Promise.all(publishers);
    await bus.publish(topic, 'last', KEEP);
    for (const listener of listeners) {
      await listener.until('last');
      expectEqual([listener.messages.length, listener.gaps], [101, 0], 'messages and gaps');
      const ids = listener.messages.map(({ id }) => id);
      expectEqual(ids, [...new Set(ids)].sort(), 'the ids');
      listener.expectChain('');
    }
    expectEqual(listeners[0]?.calls, listeners[1]?.calls, 'the order of both');
  },

  async 'messages of one publisher with and without keep are received in the order of publication'(
    { bus, other },
    topic,
  ) {
    const listener = new Recorder();
    await other.subscribe(topic, listener);
    const texts = Array.from({ length: 200 }, (_, at) => String(at));
    for (const text of texts) await bus.publish(topic, text, Number(text) % 2 ? KEEP : {});
    await listener.until('199');
    listener.expect(texts, 'what was received');
  },

  async 'publish returns the id with which the message is received'({ bus, other }, topic) {
    const listener = new Recorder();
    const subscription = await other.subscribe(topic, listener);
    expectEqual(subscription.last, '', 'the position before the first message');
    const ids = [await bus.publish(topic, 'a', KEEP), await bus.publish(topic, 'b', KEEP)];
    await listener.until('b');
    const received = listener.messages.map(({ id }) => id);
    expectEqual([...received, subscription.last], [...ids, ids[1]], 'the ids and the position');
  },

  async 'a subscription begins after the messages before it, and knows its position'(
    { bus, other },
    topic,
  ) {
    const before = await bus.publish(topic, 'before', KEEP);
    const listener = new Recorder();
    const subscription = await other.subscribe(topic, listener);
    expectEqual(subscription.last, before, 'the position');
    await bus.publish(topic, 'after', KEEP);
    await listener.until('after');
    listener.expect(['after'], 'what was received');
    listener.expectChain(before);
  },

  async 'a subscription with recent begins with as many messages of the history'(
    { bus, other },
    topic,
  ) {
    for (const text of ['a', 'b', 'c']) await bus.publish(topic, text, KEEP);
    const [some, all] = [new Recorder(), new Recorder()];
    await other.subscribe(topic, some, { recent: 2 });
    await other.subscribe(topic, all, { recent: 100 });
    await bus.publish(topic, 'd', KEEP);
    for (const listener of [some, all]) await listener.until('d');
    some.expect(['b', 'c', 'd'], 'with 2 recent messages');
    all.expect(['a', 'b', 'c', 'd'], 'with 100 recent messages');
  },

  async 'publishers at once with a subscription: nothing is lost or received twice'(
    { bus, other },
    topic,
  ) {
    const texts = Array.from({ length: 60 }, (_, at) => String(at));
    const listeners: Recorder[] = [];
    const publishing = (async () => {
      for (const text of texts) await bus.publish(topic, text, KEEP);
    })();
    for (let count = 0; count < 6; count++) {
      const listener = new Recorder();
      listeners.push(listener);
      await other.subscribe(topic, listener, { recent: 1_000 });
    }
    await publishing;
    for (const listener of listeners) {
      await listener.until('59');
      listener.expect(texts, 'what was received');
    }
  },

  async 'keep: at least as many messages stay, and far older ones do not'({ bus, other }, topic) {
    for (let count = 0; count < 150; count++) await bus.publish(topic, String(count), { keep: 3 });
    const listener = new Recorder();
    await other.subscribe(topic, listener, { recent: 1_000 });
    await listener.until('149');
    expectEqual(listener.calls.slice(-3), ['147', '148', '149'], 'the last messages');
    expectThat(listener.calls.length < 140, `${listener.calls.length} messages are kept, for 3`);
  },

  async 'a messageId publishes once, even at once and from two processes'({ bus, other }, topic) {
    const listener = new Recorder();
    await other.subscribe(topic, listener);
    const options = { ...KEEP, messageId: 'm1' };
    const calls = [bus, other, bus, other].map((each) => each.publish(topic, 'once', options));
    const ids = new Set(await Promise.all(calls));
    ids.add(await bus.publish(topic, 'again', options));
    expectEqual(ids.size, 1, 'how many ids there are');
    await bus.publish(topic, 'last', { ...KEEP, messageId: 'm2' });
    await listener.until('last');
    listener.expect(['once', 'last'], 'what was received');
  },

  async 'a messageId publishes once without keep, and belongs to its topic'({ bus, other }, topic) {
    const [first, second] = [new Recorder(), new Recorder()];
    await other.subscribe(topic, first);
    await other.subscribe(`${topic}-2`, second);
    for (let count = 0; count < 3; count++) await bus.publish(topic, 'a', { messageId: 'm' });
    await bus.publish(`${topic}-2`, 'b', { messageId: 'm' });
    await bus.publish(topic, 'last');
    await first.until('last');
    await second.until('b');
    first.expect(['a', 'last'], 'what was received');
  },

  async 'topics are separate, and so are two subscriptions of one'({ bus, other }, topic) {
    const [one, two, third] = [new Recorder(), new Recorder(), new Recorder()];
    const first = await other.subscribe(topic, one);
    await other.subscribe(topic, two);
    await other.subscribe(`${topic}-2`, third);
    await bus.publish(topic, 'a', KEEP);
    await one.until('a');
    await first.unsubscribe();
    await first.unsubscribe();
    await bus.publish(topic, 'b', KEEP);
    await bus.publish(`${topic}-2`, 'c', KEEP);
    await two.until('b');
    await third.until('c');
    one.expect(['a'], 'the subscription that has ended');
    two.expect(['a', 'b'], 'the other');
    third.expect(['c'], 'the other topic');
  },

  async 'unsubscribe ends a subscription at once, even from its listener'({ bus, other }, topic) {
    const calls: string[] = [];
    const witness = new Recorder();
    const subscription = await other.subscribe(topic, {
      message: ({ data }) => {
        calls.push(new TextDecoder().decode(data));
        void subscription.unsubscribe();
      },
    });
    await other.subscribe(topic, witness);
    for (const text of ['a', 'b', 'c']) await bus.publish(topic, text, KEEP);
    await witness.until('c');
    // Subscriptions are independent: the other one may be behind.
    await eventually(
      () => calls.length > 0,
      () => 'the message "a" was not received',
    );
    expectEqual(calls, ['a'], 'what was received');
  },

  async 'a topic can be subscribed to again'({ bus, other }, topic) {
    const [first, second] = [new Recorder(), new Recorder()];
    const subscription = await other.subscribe(topic, first);
    const [, again] = await Promise.all([
      subscription.unsubscribe(),
      other.subscribe(topic, second),
    ]);
    await bus.publish(topic, 'a', KEEP);
    await second.until('a');
    await again.unsubscribe();
    first.expect([], 'the first subscription');
  },

  async 'a listener that throws or rejects receives the next message, as others do'(
    { bus, other },
    topic,
  ) {
    const calls: string[] = [];
    const witness = new Recorder();
    const fails = ({ data }: PubSubMessage): void => {
      calls.push(new TextDecoder().decode(data));
      throw new Error('of the case: the bus reports it');
    };
    const rejects = ((message) => Promise.resolve(message).then(fails)) as typeof fails;
    await other.subscribe(topic, { message: fails });
    await other.subscribe(topic, { message: rejects });
    await other.subscribe(topic, witness);
    for (const text of ['a', 'b']) await bus.publish(topic, text, KEEP);
    await witness.until('b');
    // Listeners of one topic do not wait for each other.
    await eventually(
      () => calls.length >= 4,
      () => `a listener that failed was not called again; both received ${calls.sort().join(', ')}`,
    );
    expectEqual(calls.sort(), ['a', 'a', 'b', 'b'], 'what both received');
  },

  async 'a closed bus rejects every call, and receives nothing'({ bus, other }, topic) {
    const [listener, witness] = [new Recorder(), new Recorder()];
    await other.subscribe(topic, listener);
    const publishing = [1, 2, 3].map(() => other.publish(topic, 'a', KEEP).catch(() => null));
    await other.close();
    const calls = listener.calls.length;
    await Promise.all(publishing);
    await expectClosed(other, topic);
    await other.close();
    if (other !== bus) {
      await bus.subscribe(topic, witness);
      await bus.publish(topic, 'last', KEEP);
      await witness.until('last');
    }
    expectEqual(listener.calls.length, calls, 'how many messages were received');
  },
};

async function expectClosed(bus: PubSubInterface, topic: string): Promise<void> {
  await expectRejection('PUBSUB_UNAVAILABLE', 503, 'publish', () => bus.publish(topic, 'a'));
  await expectRejection('PUBSUB_UNAVAILABLE', 503, 'subscribe', () =>
    bus.subscribe(topic, new Recorder()),
  );
}
