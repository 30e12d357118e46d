import { describe, expect, it } from '@jest/globals';
import { memoryStore, StoreError, type StoreInterface } from '@mortise/store';
import { storeCases } from '../src/index.js';
import { bound } from './mutant.js';

describe('the cases of a store', () => {
  it('have a key of their own in each run', async () => {
    const keys: string[] = [];
    const create = () => {
      const store = memoryStore();
      return { ...bound(store), get: (key: string) => (keys.push(key), store.get(key)) };
    };
    const [first] = storeCases(create);
    await first?.run();
    await first?.run();
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^case-[\da-f-]{36}$/);
  });

  it('leave no entry that lives longer than a minute', async () => {
    let later = 0;
    const server = memoryStore({ now: () => Date.now() + later });
    const used = new Set<string>();
    await Promise.all(storeCases(() => connection(server, used)).map(({ run }) => run()));
    later = 60_000;
    const left: string[] = [];
    for (const key of used) {
      if ((await server.get(key)) !== null) left.push(key);
      if ((await server.increment(key, 0, 1)).value > 0) left.push(`counter ${key}`);
    }
    expect([left, used.size > 30]).toEqual([[], true]);
  }, 60_000);
});

type Method = (...args: unknown[]) => Promise<unknown>;

/** A store of its own over a common server. */
function connection(server: StoreInterface, used: Set<string>): StoreInterface {
  const open = bound(server);
  let isClosed = false;
  const methods = ['get', 'set', 'compareAndSet', 'delete', 'touch', 'increment'] as const;
  const checked = methods.map((method) => {
    const call = async (key: string, ...others: unknown[]) => {
      if (isClosed) throw StoreError.unavailable('closed');
      const result = await (open[method] as Method)(key, ...others);
      used.add(key);
      return result;
    };
    return [method, call] as const;
  });
  const close = () => {
    isClosed = true;
    return Promise.resolve();
  };
  return { ...open, ...(Object.fromEntries(checked) as Partial<StoreInterface>), close };
}
