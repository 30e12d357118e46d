import { describe, expect, it } from '@jest/globals';
import {
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
  type Query,
} from '../src/index.js';

/** A store whose statements all return the same rows. */
function returning(rows: readonly object[], options?: PostgresStoreOptions) {
  const parameters: unknown[][] = [];
  const query: Query = (_sql, values) => {
    parameters.push(values);
    return Promise.resolve(rows);
  };
  return { store: postgresStore(query, options), parameters };
}

describe('an option of postgresStore', () => {
  it.each([
    { timeout: 1 },
    { timeout: 2 ** 31 - 1 },
    { maxBytes: 0 },
    { table: `${'a'.repeat(51)}.${'b'.repeat(51)}` },
    { table: '_a1._b2' },
  ])('has the bound %j', (options) => {
    expect(() => returning([], options)).not.toThrow();
  });

  it.each<[string, PostgresStoreOptions]>([
    ['timeout', { timeout: 2 ** 31 }],
    ['table', { table: '1a' }],
    ['table', { table: 'a.1b' }],
    ['table', { table: `a.${'b'.repeat(52)}` }],
    ['table', { table: 'a.b\n' }],
    ['table', { table: '' }],
  ])('has a bound: %s of %j', (option, options) => {
    expect(() => returning([], options)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `postgresStore.${option}` }),
    );
  });

  it('defaults to values of 1 MiB', async () => {
    const { store } = returning([]);
    await expect(store.set('a', new Uint8Array(1_048_576), 1_000)).resolves.toHaveLength(12);
    await expect(store.set('a', new Uint8Array(1_048_577), 1_000)).rejects.toMatchObject({
      code: 'STORE_VALUE_TOO_LARGE',
    });
  });

  it('defaults to a timeout of 1,000 ms', async () => {
    const store = postgresStore(() => new Promise(() => undefined));
    await expect(store.get('a')).rejects.toThrow('the store did not respond within 1000 ms');
  });

  it('defaults to a sweep of 1,000 entries; at least one', async () => {
    const { store, parameters } = returning([{}, {}]);
    expect([await store.sweep(), await store.sweep(1)]).toEqual([2, 2]);
    expect(parameters).toEqual([[1_000], [1]]);
    await expect(store.sweep(0)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: 'sweep.limit',
    });
  });
});

describe('the rows of postgresStore', () => {
  it('have versions as text', async () => {
    const { store } = returning([{ version: 7, value: new Uint8Array([1]) }]);
    expect(await store.get('a')).toEqual({ version: '7', value: new Uint8Array([1]) });
  });

  it('have values in memory that the client can reuse', async () => {
    const value = Buffer.from('abc');
    const { store } = returning([{ version: 'x', value }]);
    const stored = await store.get('a');
    value.fill(0);
    expect(stored?.value).toEqual(new TextEncoder().encode('abc'));
  });

  it.each([
    { count: '1', left: 5 },
    { count: 1, left: '5' },
    { count: 1n, left: 5 },
  ])('have counts and times as numbers', async (row) => {
    const { store } = returning([row]);
    await expect(store.increment('a', 1, 1_000)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('expected a number'),
    });
  });

  it.each([
    [-0.5, 0],
    [0.2, 1],
    [900.2, 901],
    [900, 900],
  ])('have %d ms until a counter expires: a whole number, at least 0', async (left, expiresIn) => {
    const { store } = returning([{ count: 1, left }]);
    expect(await store.increment('a', 1, 1_000)).toEqual({ value: 1, expiresIn });
  });

  it('are absent for a counter that nothing was added to', async () => {
    expect(await returning([]).store.increment('a', -1, 700)).toEqual({ value: 0, expiresIn: 700 });
  });
});

describe('the table of postgresStore', () => {
  it('is created again if another process creates it at the same time', async () => {
    let failures = 2;
    const store = postgresStore((sql) => {
      const fails = failures > 0 && sql.startsWith('CREATE TABLE');
      if (fails) failures--;
      return fails ? Promise.reject(new Error('duplicate key')) : Promise.resolve([]);
    });
    await expect(store.setUp()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    failures = 1;
    await expect(store.setUp()).resolves.toBeUndefined();
  });

  it('does not exist if the server says so, and not if a statement fails for another reason', async () => {
    const failing = (code: string) =>
      postgresStore(() => Promise.reject(Object.assign(new Error('failed'), { code })));
    await expect(failing('42P01').get('a')).rejects.toMatchObject({
      message: 'the store table does not exist; call setUp()',
      cause: { code: '42P01' },
    });
    await expect(failing('42703').get('a')).rejects.toThrow('the store server failed');
  });

  it('is not what is missing if the client rejects with null', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the subject
    const store = postgresStore(() => Promise.reject(null));
    await expect(store.get('a')).rejects.toMatchObject({
      message: 'the store server failed',
      cause: null,
    });
  });
});

describe('postgresStore', () => {
  it.each<[string, (store: PostgresStore) => Promise<unknown>]>([
    ['a key', (store) => store.get('')],
    ['a key to write', (store) => store.set('', 'x', 5)],
    ['a key to delete', (store) => store.delete('')],
    ['a key to touch', (store) => store.touch('', 5)],
    ['a key to count', (store) => store.increment('', 1, 5)],
    ['a time', (store) => store.touch('a', 0)],
    ['a time of a value', (store) => store.compareAndSet('a', null, 'x', 0)],
    ['a time to count', (store) => store.increment('a', 1, 0)],
    ['a step', (store) => store.increment('a', 0.5, 5)],
    ['a value', (store) => store.set('a', 7 as never, 5)],
  ])('sends nothing for %s that is refused', async (_, call) => {
    const { store, parameters } = returning([]);
    await expect(call(store)).rejects.toMatchObject({ status: 500 });
    expect(parameters).toEqual([]);
  });

  it('sends nothing after it was closed', async () => {
    const { store, parameters } = returning([{}]);
    await store.close();
    for (const call of [() => store.get('a'), () => store.sweep(), () => store.setUp()]) {
      await expect(call()).rejects.toThrow('the store is closed');
    }
    expect(parameters).toEqual([]);
  });

  it('is created with a function that queries, and nothing else', () => {
    expect(() => postgresStore('postgres://localhost' as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'postgresStore.query' }),
    );
  });

  it('deletes the version "", which no value has, only if it is there', async () => {
    const { store, parameters } = returning([]);
    expect(await store.delete('a', '')).toBe(false);
    expect(await store.compareAndSet('a', '', 'x', 5)).toBeNull();
    expect(parameters.map((values) => values.at(-1))).toEqual(['', '']);
  });

  it('finds no change if a statement changed no row', async () => {
    const { store } = returning([]);
    expect([
      await store.delete('a'),
      await store.delete('a', 'old'),
      await store.touch('a', 5),
      await store.compareAndSet('a', null, 'x', 5),
      await store.compareAndSet('a', 'old', 'x', 5),
    ]).toEqual([false, false, false, null, null]);
  });

  it('sends a version for each write, and the expected one last', async () => {
    const { store, parameters } = returning([{}]);
    const versions = [
      await store.set('a', 'x', 5),
      await store.compareAndSet('a', null, 'x', 5),
      await store.compareAndSet('a', 'old', 'x', 5),
    ];
    const [set, insert, update] = versions.map((version) => [
      'va',
      version,
      expect.any(Uint8Array),
      5,
    ]);
    expect(parameters).toEqual([set, insert, [...(update ?? []), 'old']]);
  });
});
