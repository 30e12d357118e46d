import { clock, integer, observer, options, or } from '@mortise/base/options';
import { ExpiryQueue } from './expiry-queue.js';
import { checkKey, checkStep, checkTtl, DEFAULT_MAX_BYTES, valueBytes } from './store-arguments.js';
import { StoreError } from './store-error.js';
import type { CounterState, StoredValue, StoreInterface } from './store.js';
import { newVersion } from './version.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum number of values and counters; default 100,000. Beyond it, the least recently written one is dropped. */
  readonly maxEntries?: number | undefined;

  /** Maximum bytes of a value; default 1 MiB. */
  readonly maxBytes?: number | undefined;

  /**
   * Called with the key of a value or counter that was dropped before it expired. If it throws or rejects, the failure
   * is written to the console.
   */
  readonly onEvict?: ((key: string) => void) | undefined;

  /** The clock, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

interface Entry {
  /** The key in the map: `v` for a value or `c` for a counter, followed by the entry's key. */
  readonly name: string;
  expires: number;
  value: Uint8Array;
  version: string;
  count: number;
}

const declared = options<MemoryStoreOptions>()('memoryStore', {
  maxEntries: or(integer(1), 100_000),
  maxBytes: or(integer(0), DEFAULT_MAX_BYTES),
  onEvict: observer,
  now: clock,
});
const EMPTY = new Uint8Array();

/**
 * Creates a store in the memory of this process, for development and single-process services. Other processes do not
 * see its content, which is lost when the process ends.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function memoryStore(given: MemoryStoreOptions = {}): StoreInterface {
  const { maxEntries, maxBytes, onEvict, now } = declared(given);
  return new MemoryStore(maxEntries, maxBytes, onEvict, now);
}

/** Methods are async only so that every failure is a rejection; they never wait. */
/* eslint-disable @typescript-eslint/require-await */
class MemoryStore implements StoreInterface {
  /** In order of their last write, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #ends = new ExpiryQueue<Entry>();
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #onEvict: (key: string) => void;
  readonly #now: () => number;
  #closed = false;

  constructor(
    maxEntries: number,
    maxBytes: number,
    onEvict: (key: string) => void,
    now: () => number,
  ) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
    this.#onEvict = onEvict;
    this.#now = now;
  }

  async get(key: string): Promise<StoredValue | null> {
    const entry = this.#find('v', key);
    return entry && { value: entry.value.slice(), version: entry.version };
  }

  async set(key: string, value: Uint8Array | string, ttl: number): Promise<string> {
    return this.#write(key, value, ttl, () => true) ?? '';
  }

  async compareAndSet(
    key: string,
    expected: string | null,
    value: Uint8Array | string,
    ttl: number,
  ): Promise<string | null> {
    return this.#write(key, value, ttl, (entry) => (entry?.version ?? null) === expected);
  }

  async delete(key: string, expected?: string): Promise<boolean> {
    const entry = this.#find('v', key);
    if (entry === null || (expected !== undefined && entry.version !== expected)) return false;
    return this.#entries.delete(entry.name);
  }

  async touch(key: string, ttl: number): Promise<boolean> {
    checkTtl(ttl);
    const entry = this.#find('v', key);
    if (entry === null) return false;
    this.#keep(entry, this.#now() + ttl);
    return true;
  }

  async increment(key: string, by: number, ttl: number): Promise<CounterState> {
    checkStep(by);
    checkTtl(ttl);
    const found = this.#find('c', key);
    if (found === null && by <= 0) return { value: 0, expiresIn: ttl };
    const time = this.#now();
    const counter = found ?? entryOf(`c${key}`, time + ttl);
    counter.count = Math.max(0, counter.count + by);
    this.#keep(counter, counter.expires);
    return { value: counter.count, expiresIn: Math.max(0, counter.expires - time) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#entries.clear();
    this.#ends.replace([]);
  }

  #write(
    key: string,
    value: Uint8Array | string,
    ttl: number,
    holds: (entry: Entry | null) => boolean,
  ): string | null {
    checkTtl(ttl);
    const bytes = valueBytes(value, this.#maxBytes);
    const found = this.#find('v', key);
    if (!holds(found)) return null;
    const entry = found ?? entryOf(`v${key}`, 0);
    entry.value = bytes;
    entry.version = newVersion();
    this.#keep(entry, this.#now() + ttl);
    return entry.version;
  }

  #find(space: 'v' | 'c', key: string): Entry | null {
    checkKey(key);
    if (this.#closed) throw StoreError.unavailable('the store is closed');
    const entry = this.#entries.get(space + key);
    return entry !== undefined && entry.expires > this.#now() ? entry : null;
  }

  /** Marks an entry as the last written one, and drops expired entries and those beyond the limit. */
  #keep(entry: Entry, expires: number): void {
    const added = this.#entries.get(entry.name) !== entry;
    if (added || entry.expires !== expires) this.#ends.add(entry, expires);
    entry.expires = expires;
    this.#entries.delete(entry.name);
    this.#entries.set(entry.name, entry);
    this.#dropEnded();
    if (this.#entries.size > this.#maxEntries) this.#evictOldest();
  }

  #dropEnded(): void {
    const now = this.#now();
    for (let entry = this.#ends.takeEnded(now); entry; entry = this.#ends.takeEnded(now)) {
      const isCurrent = this.#entries.get(entry.name) === entry;
      if (isCurrent && entry.expires <= now) this.#entries.delete(entry.name);
    }
    // Extended and deleted entries leave old records in the queue: rebuild it when there are too many.
    if (this.#ends.size <= 2 * this.#entries.size + 64) return;
    this.#ends.replace([...this.#entries.values()].map((entry) => [entry, entry.expires]));
  }

  #evictOldest(): void {
    const [oldest] = this.#entries.values();
    if (oldest === undefined) return;
    this.#entries.delete(oldest.name);
    this.#onEvict(oldest.name.slice(1));
  }
}
/* eslint-enable @typescript-eslint/require-await */

function entryOf(name: string, expires: number): Entry {
  return { name, expires, value: EMPTY, version: '', count: 0 };
}
