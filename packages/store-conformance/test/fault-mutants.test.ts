import { describe, expect, it, jest } from '@jest/globals';
import { memoryStore, StoreError, type StoreInterface } from '@mortise/store';
import {
  ContractViolation,
  type FaultyServer,
  type StoreCase,
  storeFaultCases,
} from '../src/index.js';
import { bound, caseNamed } from './mutant.js';

const METHODS = ['get', 'set', 'compareAndSet', 'delete', 'touch', 'increment'] as const;

type Method = (...args: unknown[]) => Promise<unknown>;

/** A store whose server can be down, on an in-memory store. @param change makes it faulty */
function serverWith(change: (server: FaultyServer) => Partial<FaultyServer>) {
  const memory = memoryStore();
  let isDown = false;
  let closed = 0;
  const down = () => {
    isDown = true;
  };
  const methods = METHODS.map((method) => [
    method,
    (...args: unknown[]) =>
      isDown
        ? Promise.reject(StoreError.unavailable('down'))
        : (bound(memory)[method] as Method)(...args),
  ]);
  const server: FaultyServer = {
    store: { ...bound(memory), ...(Object.fromEntries(methods) as Partial<StoreInterface>) },
    stop: down,
    stall: down,
    resume: () => {
      isDown = false;
    },
    restart: () => undefined,
    close: () => {
      closed += 1;
      return memory.close();
    },
  };
  return { server: { ...server, ...change(server) }, closed: () => closed };
}

function run(name: string, change: (server: FaultyServer) => Partial<FaultyServer>) {
  const { server, closed } = serverWith(change);
  return caseNamed(
    storeFaultCases(() => Promise.resolve(server)),
    name,
  )
    .run()
    .then(
      () => ({ violation: null, closed: closed() }),
      (violation: unknown) => ({ violation, closed: closed() }),
    );
}

const CASES = storeFaultCases(() => Promise.resolve(serverWith(() => ({})).server));

it.each(CASES.filter(({ name }) => !name.includes('while it is called')))(
  'passes a store that keeps the rule: $name',
  async ({ name }) => {
    expect(await run(name, () => ({}))).toEqual({ violation: null, closed: 1 });
  },
);

/** A store of which the first call of each method takes longer than the timeout. */
const late = ({ store }: FaultyServer): Partial<FaultyServer> => {
  const called = new Set<string>();
  const methods = METHODS.map((method) => [
    method,
    (...args: unknown[]) => {
      if (called.has(method)) return (store[method] as Method)(...args);
      called.add(method);
      return Promise.reject(StoreError.unavailable('the store did not respond in time'));
    },
  ]);
  return { store: { ...store, ...(Object.fromEntries(methods) as Partial<StoreInterface>) } };
};

it.each(CASES.filter(({ name }) => !name.includes('while it is called')))(
  'passes a store that is late once, as on a busy machine: $name',
  async ({ name }) => {
    expect(await run(name, late)).toEqual({ violation: null, closed: 1 });
  },
);

it('a store that cannot be reached after a restart is found', async () => {
  const cause = new Error('the scripts of the connection are lost');
  const { violation } = await run('a server that was restarted: every method works', (server) => {
    let isFirst = true;
    const set = server.store.set.bind(server.store);
    return {
      restart: () => {
        isFirst = false;
      },
      store: {
        ...server.store,
        set: (...args) => {
          if (isFirst) return set(...args);
          isFirst = true;
          return Promise.reject(StoreError.unavailable('the store server failed', cause));
        },
      },
    };
  });
  expect(violation).toMatchObject({ code: 'STORE_UNAVAILABLE', cause });
});

describe.each(METHODS)('the method %s', (method) => {
  it.each([
    'a server that has stopped: every call rejects with 503',
    'a server that stops responding: every call rejects with 503',
  ])('that succeeds is found by "%s"', async (name) => {
    const { violation, closed } = await run(name, ({ store }) => ({
      store: { ...store, [method]: () => Promise.resolve(null) },
    }));
    expect([violation instanceof ContractViolation, closed]).toEqual([true, 1]);
    expect(String(violation)).toContain(`${method}: was not refused`);
  });
});

it('a call that succeeds after a stop is found', async () => {
  const name = 'a server that stops while it is called: the call rejects with 503';
  const { violation } = await run(name, ({ store }) => ({
    store: { ...store, increment: () => Promise.resolve({ value: 1, expiresIn: 1 }) },
  }));
  expect(violation).toBeInstanceOf(ContractViolation);
});

it('a value that is lost when the server is back is found', async () => {
  const name = 'a server that is back: calls succeed, and stored values are there';
  const { violation } = await run(name, ({ store, ...server }) => ({
    resume: async () => {
      await server.resume();
      for (const key of keys) await store.delete(key);
    },
    store: {
      ...store,
      set: (key, ...others) => {
        keys.push(key);
        return store.set(key, ...others);
      },
    },
  }));
  expect(violation).toBeInstanceOf(ContractViolation);
});

it.each([
  'a server that is back: calls succeed, and stored values are there',
  'a server that responds again: calls succeed',
])('a store that serves while its server is down is found by "%s"', async (name) => {
  const { violation } = await run(name, () => ({ stop: () => undefined, stall: () => undefined }));
  expect(violation).toBeInstanceOf(ContractViolation);
});

it.each<[string, Partial<StoreInterface>]>([
  ['compareAndSet', { compareAndSet: () => Promise.resolve(null) }],
  ['touch', { touch: () => Promise.resolve(false) }],
  ['delete', { delete: () => Promise.resolve(false) }],
  ['increment', { increment: () => Promise.resolve({ value: 2, expiresIn: 1 }) }],
])('a method that fails after a restart is found: %s', async (_method, broken) => {
  const { violation } = await run('a server that was restarted: every method works', (server) => ({
    store: { ...server.store, ...broken },
  }));
  expect(violation).toBeInstanceOf(ContractViolation);
});

describe('a call that does not end', () => {
  it('is found after 15 s', async () => {
    jest.useFakeTimers();
    try {
      const server = serverWith(({ store }) => ({
        store: { ...store, touch: () => new Promise<never>(() => undefined) },
      }));
      const { name } = CASES[0] as StoreCase;
      let outcome: unknown = 'waits';
      const ending = caseNamed(
        storeFaultCases(() => Promise.resolve(server.server)),
        name,
      )
        .run()
        .catch((error: unknown) => {
          outcome = error;
        });
      await jest.advanceTimersByTimeAsync(14_999);
      expect(outcome).toBe('waits');
      await jest.advanceTimersByTimeAsync(1);
      await ending;
      expect(outcome).toBeInstanceOf(ContractViolation);
      expect(String(outcome)).toContain('touch: code and status: found ["HUNG",null]');
      expect([jest.getTimerCount(), server.closed()]).toEqual([0, 1]);
    } finally {
      jest.useRealTimers();
    }
  });
});

const keys: string[] = [];
