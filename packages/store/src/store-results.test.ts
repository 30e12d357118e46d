import { describe, expect, it } from '@jest/globals';
import { memoryStore, storeResults, type StoredValue } from './index.js';

/** The methods whose results are checked; typed as any result, as untyped code returns them. */
const checks = storeResults as unknown as Readonly<
  Record<string, (result: unknown, path: string) => unknown>
>;
const value = new Uint8Array([1]);

describe('the check of what a store returned', () => {
  it.each<[string, unknown, string]>([
    ['compareAndSet', true, 'received true; expected a promise that resolves to the new version'],
    ['compareAndSet', false, 'received false; expected'],
    ['compareAndSet', undefined, 'received undefined; expected'],
    ['compareAndSet', 1, 'received 1; expected'],
    ['compareAndSet', '', 'received ""; expected'],
    ['delete', undefined, 'received undefined; expected a promise that resolves to true or false'],
    ['delete', 1, 'received 1; expected'],
    [
      'get',
      undefined,
      'received undefined; expected a promise that resolves to { value, version }',
    ],
    ['get', {}, 'received an object; expected'],
    ['get', 'secret', 'received a string of length 6; expected'],
    ['get', { value: 'secret', version: 'a' }, 'received an object; expected'],
    ['get', { value, version: 7 }, 'received an object; expected'],
    ['increment', { value: -1, expiresIn: 1 }, 'received -1; expected'],
    ['increment', null, 'received undefined; expected'],
  ])('refuses from %s: %p', (method, result, text) => {
    expect(() => checks[method]?.(result, 'session.store')).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringContaining(`invalid session.store.${method}: ${text}`) as unknown,
      }),
    );
  });

  it('accepts all results of a store that keeps the contract', async () => {
    const store = memoryStore();
    const written = await store.compareAndSet('a', null, 'one', 1_000);
    const found = await store.get('a');
    const results: [string, unknown, unknown][] = [
      ['compareAndSet', written, found?.version],
      ['compareAndSet', await store.compareAndSet('a', null, 'two', 1_000), null],
      ['get', found, found],
      ['get', await store.get('b'), null],
      ['delete', await store.delete('b'), false],
      ['delete', await store.delete('a'), true],
      ['increment', await store.increment('a', 2, 1_000), 2],
    ];
    for (const [method, result, expected] of results)
      expect(checks[method]?.(result, 'a.store')).toBe(expected);
  });

  it('accepts bytes of another realm, and Buffers', () => {
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    for (const bytes of [runInNewContext('new Uint8Array(1)') as Uint8Array, Buffer.from('a')]) {
      const found: StoredValue = { value: bytes, version: 'a' };
      expect(storeResults.get(found, 'a.store')).toBe(found);
    }
  });
});
