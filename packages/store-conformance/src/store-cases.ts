import type { StoreInterface } from '@mortise/store';
import { ContractViolation } from './contract-violation.js';
import { counterRules } from './counter-rules.js';
import { expectRejection } from './expect.js';
import { expiryRules } from './expiry-rules.js';
import { raceRules } from './race-rules.js';
import type { StoreCase, StoreRules } from './store-case.js';
import { valueRules } from './value-rules.js';

/** Rules that close the store under test. */
const closingRules: StoreRules = {
  async 'a closed store rejects every call'(store, key) {
    await store.close();
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      get: () => store.get(key),
      set: () => store.set(key, '', 1_000),
      compareAndSet: () => store.compareAndSet(key, null, '', 1_000),
      delete: () => store.delete(key),
      touch: () => store.touch(key, 1_000),
      increment: () => store.increment(key, 1, 1_000),
    };
    for (const [name, call] of Object.entries(calls)) {
      await expectRejection('STORE_UNAVAILABLE', 503, `${name} of a closed store`, call);
    }
    await store.close();
  },
};

/**
 * Returns a case for each rule of {@link StoreInterface}. Cases can run concurrently, and all their entries expire
 * within a minute.
 *
 * @param create creates a store for one case, which closes it. Stores must have the default limit of 1 MiB for values,
 *   and can share a server.
 */
export function storeCases(
  create: () => StoreInterface | Promise<StoreInterface>,
): readonly StoreCase[] {
  const rules = { ...valueRules, ...raceRules, ...expiryRules, ...counterRules, ...closingRules };
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    run: async () => {
      const store = await create();
      try {
        await rule(store, freshKey());
      } catch (error) {
        if (error instanceof ContractViolation) throw error;
        throw new ContractViolation('the store failed where the contract allows no error', {
          cause: error,
        });
      } finally {
        await store.close();
      }
    },
  }));
}

/** Returns a key that no other case uses, in any process. */
export function freshKey(): string {
  return `case-${crypto.randomUUID()}`;
}
