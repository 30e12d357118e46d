import { AsyncResource } from 'node:async_hooks';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { memoryPubSub, type PubSubInterface, type PubSubListener } from '@mortise/pubsub';
import { ContractViolation, pubSubCases } from '../src/index.js';

const outside = new AsyncResource('Outside');

type Publish = PubSubInterface['publish'];
type Subscribe = PubSubInterface['subscribe'];

/** An in-memory bus with one fault, and a case that must find it. */
type Mutant = readonly [
  fault: string,
  found: string,
  break_: (bus: PubSubInterface) => Partial<PubSubInterface>,
];

/** Replaces the listener of each subscription. */
function listening(
  bus: PubSubInterface,
  change: (listener: PubSubListener) => PubSubListener,
): Partial<PubSubInterface> {
  const subscribe: Subscribe = (topic, listener, options) =>
    bus.subscribe(topic, change(listener), options);
  return { subscribe };
}

function publishing(
  bus: PubSubInterface,
  change: (...args: Parameters<Publish>) => Parameters<Publish>,
): Partial<PubSubInterface> {
  return { publish: (...args) => bus.publish(...change(...args)) };
}

const mutants: readonly Mutant[] = [
  [
    'forgets the bytes above 127',
    'bytes are received exactly, kept and not kept',
    (bus) =>
      listening(bus, (listener) => ({
        message: (received) => {
          listener.message({ ...received, data: received.data.map((byte) => byte & 127) });
        },
      })),
  ],
  [
    'drops messages above the limit of a notification',
    'messages of every length are received, live and from the history',
    (bus) =>
      listening(bus, (listener) => ({
        message: (received) => {
          if (received.data.length <= 5_900) listener.message(received);
        },
      })),
  ],
  [
    'publishes the data as it is later',
    'data is copied when it is published, and for each listener',
    (bus) => ({
      publish: async (...args) => {
        await Promise.resolve();
        return bus.publish(...args);
      },
    }),
  ],
  [
    'truncates large messages',
    'a message that exceeds 1 MiB is refused, bytes and text',
    (bus) => publishing(bus, (topic, data, options) => [topic, data.slice(0, 10), options]),
  ],
  [
    'publishes nothing for a value that is not a message',
    'a message that is neither text nor bytes is refused',
    (bus) => ({
      publish: (topic, data, options) =>
        Object(data) === data || typeof data === 'string'
          ? bus.publish(topic, data, options)
          : Promise.resolve(''),
    }),
  ],
  [
    'trims topics',
    'topics are text of 1 to 200 bytes, and none is special',
    (bus) => publishing(bus, (topic, ...rest) => [topic.trim(), ...rest]),
  ],
  [
    'throws instead of rejecting',
    'other topics are refused',
    () => ({
      publish: () => {
        throw new Error('synchronous');
      },
    }),
  ],
  [
    'ignores unknown options',
    'other options are refused',
    (bus) => publishing(bus, (topic, data) => [topic, data]),
  ],
  [
    'keeps every message',
    'a message without keep has no id, and is not kept',
    (bus) => publishing(bus, (topic, data) => [topic, data, { keep: 10 }]),
  ],
  [
    'ignores recent',
    'a subscription with recent begins with as many messages of the history',
    (bus) => ({ subscribe: (topic, listener) => bus.subscribe(topic, listener) }),
  ],
  [
    'gives ids of its own',
    'publish returns the id with which the message is received',
    (bus) => ({
      publish: async (...args) => (await bus.publish(...args)) && 'id',
    }),
  ],
  [
    'delivers in the reverse order',
    'four publishers at once: each subscriber receives the same order, and ids sort and chain',
    (bus) =>
      listening(bus, (listener) => {
        const held: (() => void)[] = [];
        const passAll = (): void => {
          for (const pass of held.splice(0)) pass();
        };
        return {
          message: (received) => {
            held.unshift(() => {
              listener.message(received);
            });
            setTimeout(passAll, 5);
          },
        };
      }),
  ],
  [
    'ignores messageId',
    'a messageId publishes once, even at once and from two processes',
    (bus) => publishing(bus, (topic, data) => [topic, data, { keep: 10 }]),
  ],
  [
    'keeps everything forever',
    'keep: at least as many messages stay, and far older ones do not',
    (bus) => publishing(bus, (topic, data, options) => [topic, data, { ...options, keep: 1_000 }]),
  ],
  [
    'continues after unsubscribe',
    'topics are separate, and so are two subscriptions of one',
    (bus) => ({
      subscribe: async (...args) => ({
        ...(await bus.subscribe(...args)),
        unsubscribe: () => Promise.resolve(),
      }),
    }),
  ],
  [
    'calls all listeners in one context',
    'a listener is called in the context in which it subscribed, not in that of a publisher',
    (bus) => ({
      subscribe: (...args) => outside.runInAsyncScope(() => bus.subscribe(...args)),
    }),
  ],
  [
    'accepts calls after it was closed',
    'a closed bus rejects every call, and receives nothing',
    () => ({ close: () => Promise.resolve() }),
  ],
];

describe('the cases of a bus', () => {
  const outcomes = new Map<string, Promise<unknown>>();
  // All at once: what never arrives is waited for 15 seconds.
  beforeAll(() => {
    for (const mutant of mutants) outcomes.set(mutant[0], outcomeOf(mutant));
  });

  it.each(mutants)('find a bus that %s', async (fault) => {
    expect(await outcomes.get(fault)).toBeInstanceOf(ContractViolation);
  });

  it('have different names', () => {
    const names = pubSubCases(() => {
      throw new Error('not called');
    }).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

/** What its case throws; `null` if the fault is not found. */
async function outcomeOf([, name, breakIt]: Mutant): Promise<unknown> {
  const create = () => {
    const memory = memoryPubSub({ onError: () => undefined });
    const bus: PubSubInterface = {
      publish: (...args) => memory.publish(...args),
      subscribe: (...args) => memory.subscribe(...args),
      close: () => memory.close(),
      ...breakIt(memory),
    };
    return { bus, other: bus };
  };
  const found = pubSubCases(create).find((each) => each.name === name);
  try {
    await found?.run();
  } catch (error) {
    return error;
  }
  return null;
}

describe('the class ContractViolation', () => {
  it('is recognized, whichever copy of the package created the error', () => {
    const other: unknown = { [Symbol.for('@mortise/pubsub-conformance/ContractViolation')]: true };
    expect([other instanceof ContractViolation, {} instanceof ContractViolation]).toEqual([
      true,
      false,
    ]);
  });
});
