import { contextFaultRules } from './context-rules.js';
import { eventually, expectEqual, expectRejection } from './expect.js';
import type { FaultyPubSub } from './faulty-pubsub.js';
import { manySubscriptionRules } from './many-subscription-rules.js';
import { casesOf, type PubSubCase, type PubSubRules } from './pubsub-case.js';
import { Recorder } from './recorder.js';
import { patiently, succeeds } from './succeeds.js';

const KEEP = { keep: 1_000 };

const faultRules: PubSubRules<FaultyPubSub> = {
  async 'a server that has stopped: every call rejects with 503'(server, topic) {
    await patiently(() => server.bus.publish(topic, 'a', KEEP));
    await server.stop();
    await expectUnavailable(server, topic);
  },

  async 'a server that stops responding: every call rejects with 503'(server, topic) {
    await patiently(() => server.bus.publish(topic, 'a', KEEP));
    await server.stall();
    await expectUnavailable(server, topic);
  },

  async 'a server that is back: what was published in the meantime is received, once and in order'(
    server,
    topic,
  ) {
    await survives(server, topic, async (publish) => {
      await server.stop();
      await publish(5);
      await server.resume();
    });
  },

  async 'a server that responds again: what was published in the meantime is received, once and in order'(
    server,
    topic,
  ) {
    await survives(server, topic, async (publish, listener) => {
      await server.stall();
      await publish(5);
      await eventually(
        () => listener.states.length > 0,
        () => 'a connection that does not respond was not noticed',
      );
      await server.resume();
    });
  },

  async 'connections that are cut again and again: nothing is lost, twice or out of order'(
    server,
    topic,
  ) {
    await survives(server, topic, async (publish) => {
      for (let round = 0; round < 5; round++) {
        await publish(20);
        const publishing = publish(20);
        await server.cut();
        await publishing;
      }
    });
  },

  async 'a change of the connection is reported once to a listener'(server, topic) {
    const listener = new Recorder();
    await patiently(() => server.bus.subscribe(topic, listener));
    for (const expected of [2, 4]) {
      await server.cut();
      await eventually(
        () => listener.states.length >= expected,
        () => `the states are ${JSON.stringify(listener.states)}`,
      );
    }
    const twice = ['disconnected', 'connected', 'disconnected', 'connected'];
    expectEqual(listener.states, twice, 'the states');
  },

  async 'a history that does not reach back: one gap, then the rest'(server, topic) {
    const listener = new Recorder();
    await patiently(() => server.bus.subscribe(topic, listener));
    await server.other.publish(topic, 'before', { keep: 3 });
    await listener.until('before');
    await server.stop();
    for (let count = 0; count < 150; count++)
      await server.other.publish(topic, String(count), { keep: 3 });
    await server.resume();
    await listener.until('149');
    await server.other.publish(topic, 'last', { keep: 3 });
    await listener.until('last');
    expectEqual(
      [listener.gaps, listener.calls[1]],
      [1, 'gap'],
      'gaps, and the call after the first',
    );
    const numbers = listener.calls.slice(2, -1).map(Number);
    const wrong = numbers.findIndex((each, at) => at > 0 && each !== (numbers[at - 1] ?? 0) + 1);
    expectEqual(wrong, -1, 'the first message out of order');
  },

  async 'messages that are not kept: one gap after the connection was lost'(server, topic) {
    const listener = new Recorder();
    await patiently(() => server.bus.subscribe(topic, listener));
    await server.other.publish(topic, 'before');
    await listener.until('before');
    await server.stop();
    await server.other.publish(topic, 'lost');
    await server.resume();
    await listener.untilGap();
    await server.other.publish(topic, 'after');
    await listener.until('after');
    listener.expect(['before', 'gap', 'after'], 'what was received');
  },

  async 'a server that comes back without its data: one gap, then the rest'(server, topic) {
    const listener = new Recorder();
    await patiently(() => server.bus.subscribe(topic, listener));
    await server.other.publish(topic, 'before', KEEP);
    await listener.until('before');
    await server.stop();
    await server.loseAll(topic);
    await server.resume();
    await listener.untilGap();
    await server.other.publish(topic, 'after', KEEP);
    await listener.until('after');
    listener.expect(['before', 'gap', 'after'], 'what was received');
  },

  async 'a server that lost its last message: a gap, though no message follows'(server, topic) {
    const listener = new Recorder();
    await patiently(() => server.bus.subscribe(topic, listener));
    for (const text of ['a', 'b']) await server.other.publish(topic, text, KEEP);
    await listener.until('b');
    await server.loseLast(topic);
    await listener.untilGap();
    await server.other.publish(topic, 'c', KEEP);
    await listener.until('c');
    listener.expect(['a', 'b', 'gap', 'c'], 'what was received');
  },

  async 'a server that lost its last message while it was away: one gap'(server, topic) {
    const listener = new Recorder();
    await patiently(() => server.bus.subscribe(topic, listener));
    for (const text of ['a', 'b']) await server.other.publish(topic, text, KEEP);
    await listener.until('b');
    await server.stop();
    await server.loseLast(topic);
    await server.other.publish(topic, 'c', KEEP);
    await server.resume();
    await listener.until('c');
    listener.expect(['a', 'b', 'gap', 'c'], 'what was received');
  },

  async 'a publication that is repeated with its messageId after a failure is one'(server, topic) {
    const listener = new Recorder();
    await server.other.subscribe(topic, listener);
    const options = { ...KEEP, messageId: 'm' };
    const failing = ignored(server.bus.publish(topic, 'once', options));
    await server.stall();
    await failing;
    await ignored(server.bus.publish(topic, 'once', options));
    await server.resume();
    await eventually(
      () => succeeds(server.bus.publish(topic, 'once', options)),
      () => 'the bus does not recover',
    );
    await server.other.publish(topic, 'last', KEEP);
    await listener.until('last');
    listener.expect(['once', 'last'], 'what was received');
  },

  async 'a subscription succeeds as soon as the server is back'(server, topic) {
    await server.stop();
    await ignored(server.bus.subscribe(topic, new Recorder()));
    await server.resume();
    const listener = new Recorder();
    await eventually(
      () => succeeds(server.bus.subscribe(topic, listener)),
      () => 'the bus does not recover',
    );
    await server.other.publish(topic, 'a', KEEP);
    await listener.until('a');
    listener.expect(['a'], 'what was received');
  },
};

/**
 * Returns a case for each way in which a server can fail: no call hangs, no message is received twice, and none is lost
 * without a gap.
 *
 * @param create for one case; the case closes it. Buses with a `timeout` of at most 1,000 ms, and a `checkInterval` of at
 *   most 500 ms
 */
export function pubSubFaultCases(create: () => Promise<FaultyPubSub>): readonly PubSubCase[] {
  return casesOf(
    { ...faultRules, ...manySubscriptionRules, ...contextFaultRules },
    create,
    (server) => server.close(),
  );
}

/** Publishes numbers through the other bus while the first one fails, and expects all of them. */
async function survives(
  { bus, other }: FaultyPubSub,
  topic: string,
  fail: (publish: (count: number) => Promise<void>, listener: Recorder) => Promise<void>,
): Promise<void> {
  const listener = new Recorder();
  const before = await other.publish(topic, 'before', KEEP);
  await patiently(() => bus.subscribe(topic, listener));
  const texts: string[] = [];
  const publish = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each++) {
      const text = String(texts.length);
      texts.push(text);
      await other.publish(topic, text, KEEP);
    }
  };
  await publish(2);
  await fail(publish, listener);
  await listener.until(texts.at(-1) ?? '');
  await publish(1);
  await listener.until(texts.at(-1) ?? '');
  listener.expect(texts, 'what was received');
  listener.expectChain(before);
}

async function expectUnavailable({ bus }: FaultyPubSub, topic: string): Promise<void> {
  await Promise.all([
    expectRejection('PUBSUB_UNAVAILABLE', 503, 'publish', () => bus.publish(topic, 'b', KEEP)),
    expectRejection('PUBSUB_UNAVAILABLE', 503, 'subscribe', () =>
      bus.subscribe(topic, new Recorder()),
    ),
  ]);
}

function ignored(call: Promise<unknown>): Promise<unknown> {
  return call.catch(() => undefined);
}
