import type { PubSubListener } from '@mortise/pubsub';
import { eventually, expectEqual } from './expect.js';
import { patiently } from './succeeds.js';
import type { FaultyPubSub } from './faulty-pubsub.js';
import type { PubSubRules } from './pubsub-case.js';

interface Storage {
  run<Result>(store: string, call: () => Result): Result;
  getStore(): string | undefined;
}

interface Platform {
  readonly process?: {
    getBuiltinModule?(
      name: 'node:async_hooks',
    ): { readonly AsyncLocalStorage: new () => Storage } | undefined;
  };
}

const NAMES = ['a', 'b', 'c'];

/** Each listener runs in the asynchronous context of its subscriber. They hold on a platform that has no contexts. */
export const contextRules: PubSubRules = {
  async 'a listener is called in the context in which it subscribed, not in that of a publisher'(
    { bus, other },
    topic,
  ) {
    const contexts = new Contexts();
    await bus.publish(topic, 'kept', { keep: 5 });
    await contexts.each((listener) => other.subscribe(topic, listener, { recent: 1 }));
    for (const keep of [5, 0, 5])
      await contexts.run('the publisher', () => bus.publish(topic, 'live', { keep }));
    await contexts.expect(4, 'message');
  },
};

/** The same while the server fails. */
export const contextFaultRules: PubSubRules<FaultyPubSub> = {
  async 'gap and state are called in the context in which their listener subscribed'(
    server,
    topic,
  ) {
    const contexts = new Contexts();
    await contexts.each((listener) => patiently(() => server.bus.subscribe(topic, listener)));
    await server.other.publish(topic, 'not kept');
    await contexts.until(1, 'message');
    await server.cut();
    await contexts.expect(2, 'state');
    await contexts.expect(1, 'gap');
  },
};

type Call = readonly [call: string, subscriber: string, found: string | undefined];

/** Notes the context of each call to some listeners. */
class Contexts {
  readonly #storage: Storage | null;
  readonly #seen: Call[] = [];

  constructor() {
    const hooks = (globalThis as Platform).process?.getBuiltinModule?.('node:async_hooks');
    this.#storage = hooks === undefined ? null : new hooks.AsyncLocalStorage();
  }

  run<Result>(name: string, call: () => Result): Result {
    return this.#storage === null ? call() : this.#storage.run(name, call);
  }

  /** Subscribes once in the context of each name, all at the same time. */
  async each(subscribe: (listener: PubSubListener) => Promise<unknown>): Promise<void> {
    await Promise.all(
      NAMES.map(async (name) => this.run(name, () => subscribe(this.#listener(name)))),
    );
  }

  /** Waits for `count` calls of each listener. @returns all of these calls */
  async until(count: number, call: keyof PubSubListener): Promise<readonly Call[]> {
    const calls = (): readonly Call[] => this.#seen.filter(([called]) => called === call);
    await eventually(
      () =>
        NAMES.every(
          (name) => calls().filter(([, subscriber]) => subscriber === name).length >= count,
        ),
      () => `calls of ${call} and their contexts: ${JSON.stringify(calls())}`,
    );
    return calls();
  }

  /** Waits for that, and expects that every call was in the context of its subscriber. */
  async expect(count: number, call: keyof PubSubListener): Promise<void> {
    const wrong = (await this.until(count, call)).filter(
      ([, subscriber, found]) => subscriber !== found,
    );
    expectEqual(wrong, [], `the calls of ${call} in another context than that of their subscriber`);
  }

  #listener(name: string): PubSubListener {
    const note = (call: string): void => {
      const found = this.#storage === null ? name : this.#storage.getStore();
      this.#seen.push([call, name, found]);
    };
    return {
      message: () => {
        note('message');
      },
      gap: () => {
        note('gap');
      },
      state: () => {
        note('state');
      },
    };
  }
}
