import type { StoreInterface } from '@mortise/store';
import { eventually, expectEqual, expectRejection, expectThat, textOf } from './expect.js';
import type { StoreCase, StoreRules } from './store-case.js';
import { freshKey } from './store-cases.js';

const MINUTE = 60_000;

/** A store with a server that a case can make fail. */
export interface FaultyServer {
  /** The store, with a `timeout` of at most 1,000 ms. */
  readonly store: StoreInterface;

  /** Ends all connections and refuses new ones. */
  stop(): Promise<void> | void;

  /** Keeps connections open, but stops responding. */
  stall(): Promise<void> | void;

  /** Ends `stop` and `stall`. */
  resume(): Promise<void> | void;

  /** Closes all connections and accepts new ones. The state of connections, such as scripts, is lost. */
  restart(): Promise<void> | void;

  /** Closes the store, its client and the server. */
  close(): Promise<void>;
}

const faultRules: StoreRules<FaultyServer> = {
  async 'a server that has stopped: every call rejects with 503'(server, key) {
    await server.store.set(key, 'a', MINUTE);
    await server.stop();
    await expectAllUnavailable(server.store, key);
  },

  async 'a server that stops responding: every call rejects with 503'(server, key) {
    await server.store.set(key, 'a', MINUTE);
    await server.stall();
    await expectAllUnavailable(server.store, key);
  },

  async 'a server that stops while it is called: the call rejects with 503'(server, key) {
    await server.store.set(key, 'a', MINUTE);
    await server.stall();
    const calls = Array.from({ length: 5 }, () => server.store.increment(key, 1, MINUTE));
    const all = Promise.allSettled(calls);
    await server.stop();
    for (const result of await all) expectThat(result.status === 'rejected', 'a call succeeded');
  },

  async 'a server that is back: calls succeed, and stored values are there'(server, key) {
    await server.store.set(key, 'a', MINUTE);
    await server.stop();
    await expectUnavailable(server.store, key);
    await server.resume();
    await eventually(() => succeeds(server.store, key), 'the store does not recover');
    expectEqual(textOf(await server.store.get(key)), 'a', 'the value');
  },

  async 'a server that responds again: calls succeed'(server, key) {
    await server.store.set(key, 'a', MINUTE);
    await server.stall();
    await expectUnavailable(server.store, key);
    await server.resume();
    await eventually(() => succeeds(server.store, key), 'the store does not recover');
  },

  async 'a server that was restarted: every method works'(server, key) {
    const { store } = server;
    await useEveryMethod(store, key);
    await server.restart();
    await eventually(() => succeeds(store, key), 'the store does not recover');
    await useEveryMethod(store, `${key}-again`);
  },
};

/**
 * Returns a case for each way in which a server can fail. They check that the store's `timeout` limits every call, so
 * that none hangs.
 *
 * @param create creates a store and its server for one case, which closes them
 */
export function storeFaultCases(create: () => Promise<FaultyServer>): readonly StoreCase[] {
  return Object.entries(faultRules).map(([name, rule]) => ({
    name,
    run: async () => {
      const server = await create();
      try {
        await rule(server, freshKey());
      } finally {
        await server.close();
      }
    },
  }));
}

function everyCall(
  store: StoreInterface,
  key: string,
): readonly (readonly [name: string, call: () => Promise<unknown>])[] {
  return [
    ['get', () => store.get(key)],
    ['set', () => store.set(key, 'b', MINUTE)],
    ['compareAndSet', () => store.compareAndSet(key, 'a'.repeat(12), 'b', MINUTE)],
    ['delete', () => store.delete(key, 'a'.repeat(12))],
    ['touch', () => store.touch(key, MINUTE)],
    ['increment', () => store.increment(key, 1, MINUTE)],
  ];
}

/** Calls every method concurrently, so that a case takes one timeout, not six. */
async function expectAllUnavailable(store: StoreInterface, key: string): Promise<void> {
  const checks = everyCall(store, key).map(([name, call]) =>
    expectRejection('STORE_UNAVAILABLE', 503, name, () => inTime(name, call())),
  );
  await Promise.all(checks);
}

async function expectUnavailable(store: StoreInterface, key: string): Promise<void> {
  await expectRejection('STORE_UNAVAILABLE', 503, 'get', () => inTime('get', store.get(key)));
}

/** Treats a call as hung after 15 s, far longer than the timeout of 1,000 ms, because the machine can be busy. */
async function inTime<T>(name: string, call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`${name} hangs`), { code: 'HUNG' }));
    }, 15_000);
  });
  try {
    return await Promise.race([call, hung]);
  } finally {
    clearTimeout(timer);
  }
}

function succeeds(store: StoreInterface, key: string): Promise<boolean> {
  return store.get(key).then(
    () => true,
    () => false,
  );
}

async function useEveryMethod(store: StoreInterface, key: string): Promise<void> {
  const first = await store.set(key, 'a', MINUTE);
  const second = await store.compareAndSet(key, first, 'b', MINUTE);
  expectThat(second !== null, 'compareAndSet did not write');
  expectEqual(await store.touch(key, MINUTE), true, 'touch');
  expectEqual(await store.delete(key, second), true, 'delete');
  expectEqual((await store.increment(key, 1, MINUTE)).value, 1, 'increment');
}
