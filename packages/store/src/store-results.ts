import { accepted, rule } from '@mortise/base/options';
import type { CounterState, StoredValue } from './store.js';

const PROMISE = 'a promise that resolves to';
const aCount = rule<number>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  `${PROMISE} { value, expiresIn }, with whole numbers of at least 0`,
);
const aVersion = rule<string | null>(
  (value) => value === null || isVersion(value),
  `${PROMISE} the new version, a string, or to null if nothing was written`,
);
const aBoolean = rule<boolean>(
  (value) => typeof value === 'boolean',
  `${PROMISE} true or false: whether a value was deleted`,
);
/** The value can be secret. */
const aValue = {
  ...rule<StoredValue | null>((found) => {
    if (found === null) return true;
    const { value, version } = Object(found) as Partial<StoredValue>;
    return Object.prototype.toString.call(value) === '[object Uint8Array]' && isVersion(version);
  }, `${PROMISE} { value, version }, with a Uint8Array and a string, or to null`),
  hidesText: true as const,
};

/**
 * Checks what the methods of a store resolve to, for packages that use stores of others. Without it, a `compareAndSet`
 * that resolves to `false` would count as a write.
 *
 * Each function returns the result that it accepts. `path` is the option that contains the store: `'session.store'`.
 * All throw an `OptionError`, `OPTION_INVALID`, that names the method and what it must resolve to.
 */
export const storeResults = {
  get: (found: StoredValue | null, path: string): StoredValue | null =>
    accepted(aValue, found, `${path}.get`),

  compareAndSet: (version: string | null, path: string): string | null =>
    accepted(aVersion, version, `${path}.compareAndSet`),

  delete: (isDeleted: boolean, path: string): boolean =>
    accepted(aBoolean, isDeleted, `${path}.delete`),

  /** @returns the count */
  increment: (state: CounterState, path: string): number =>
    accepted(aCount, (Object(state) as CounterState).value, `${path}.increment`),
};

function isVersion(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
