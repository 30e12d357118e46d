import { eventually, expectEqual, unlessBusy } from './expect.js';
import type { FaultyPubSub } from './faulty-pubsub.js';
import type { PubSubRules } from './pubsub-case.js';
import { Recorder } from './recorder.js';
import { succeeds } from './succeeds.js';

const MANY = 1_000;

/** Rules about many subscriptions at the same time. */
export const manySubscriptionRules: PubSubRules<FaultyPubSub> = {
  async 'a thousand subscriptions at once do not fail because they wait for each other'(
    server,
    topic,
  ) {
    let listeners = await subscribeMany(server, topic);
    // Some exceed their timeout on a machine that stands still for a second, but not each time.
    for (let attempt = 1; attempt < 5 && listeners.includes(null); attempt++) {
      listeners = await subscribeMany(server, topic);
    }
    const failed = listeners.filter((listener) => listener === null).length;
    expectEqual(failed, 0, 'failed subscriptions');
    await server.cut();
    await eventually(
      () => listeners.every((listener) => listener?.states.at(-1) === 'connected'),
      () => 'some listeners do not know that the connection is back',
    );
    for (let at = 0; at < MANY; at += 100) {
      await server.other.publish(`${topic} ${at}`, 'a', { keep: 1 });
      await listeners[at]?.until('a');
    }
  },

  async 'a thousand subscriptions at a server that stops responding: each rejects'(server, topic) {
    await unlessBusy(() => server.bus.subscribe(topic, new Recorder()));
    await server.stall();
    const listeners = await subscribeMany(server, topic);
    const successful = listeners.filter((listener) => listener !== null).length;
    expectEqual(successful, 0, 'successful subscriptions');
  },
};

/** Subscribes to many topics at the same time. @returns `null` for each subscription that rejects */
function subscribeMany(
  { bus }: FaultyPubSub,
  topic: string,
): Promise<readonly (Recorder | null)[]> {
  const subscriptions = Array.from({ length: MANY }, async (_, at) => {
    const listener = new Recorder();
    const isSubscribed = await succeeds(bus.subscribe(`${topic} ${at}`, listener));
    return isSubscribed ? listener : null;
  });
  return Promise.all(subscriptions);
}
