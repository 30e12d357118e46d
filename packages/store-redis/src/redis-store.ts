import { kindOf } from '@mortise/base';
import {
  accepted,
  callable,
  integer,
  LONGEST_TIMER,
  options,
  or,
  text,
} from '@mortise/base/options';
import {
  checkKey,
  checkStep,
  checkTtl,
  type CounterState,
  DEFAULT_MAX_BYTES,
  newVersion,
  type StoredValue,
  StoreError,
  type StoreInterface,
  valueBytes,
  VERSION_LENGTH,
  withinTimeout,
} from '@mortise/store';
import { COMPARE_AND_DELETE, COMPARE_AND_SET, INCREMENT, type Script } from './scripts.js';

/**
 * Sends one command to the server through a client library of your choice.
 *
 * @param args the command's name and arguments
 * @returns the reply: bulk strings as bytes (never as text), integers as numbers, nil as `null`
 */
export type SendCommand = (args: readonly (string | Uint8Array)[]) => PromiseLike<unknown>;

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /**
   * The prefix of every key, up to 128 characters; default `'mortise:'`. The `keyPrefix` of node-redis is not applied.
   * Give each application its own, because applications with the same prefix accept each other's sessions.
   */
  readonly prefix?: string | undefined;

  /** Milliseconds after which a call rejects with `STORE_UNAVAILABLE`; default 1,000. */
  readonly timeout?: number | undefined;

  /** Maximum bytes of a value; default 1 MiB. */
  readonly maxBytes?: number | undefined;
}

const declared = options<RedisStoreOptions>()('redisStore', {
  prefix: or(text(128), 'mortise:'),
  timeout: or(integer(1, LONGEST_TIMER), 1_000),
  maxBytes: or(integer(0), DEFAULT_MAX_BYTES),
});
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Creates a store on Redis 6 or later, or Valkey. Each value or counter is one key on the server; a value is stored
 * after its version. Every command and script uses a single key, so the store also works on a cluster.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function redisStore(send: SendCommand, given: RedisStoreOptions = {}): StoreInterface {
  accepted(callable, send as never, 'redisStore.send');
  const { prefix, timeout, maxBytes } = declared(given);
  return new RedisStore(send, prefix, timeout, maxBytes);
}

class RedisStore implements StoreInterface {
  readonly #send: SendCommand;
  readonly #prefix: string;
  readonly #timeout: number;
  readonly #maxBytes: number;
  #closed = false;

  constructor(send: SendCommand, prefix: string, timeout: number, maxBytes: number) {
    this.#send = send;
    this.#prefix = prefix;
    this.#timeout = timeout;
    this.#maxBytes = maxBytes;
  }

  async get(key: string): Promise<StoredValue | null> {
    const reply = await this.#call(['GET', this.#valueKey(key)]);
    if (reply === null) return null;
    if (!(reply instanceof Uint8Array) || reply.length < VERSION_LENGTH) throw unexpected(reply);
    return {
      version: decoder.decode(reply.subarray(0, VERSION_LENGTH)),
      value: Uint8Array.from(reply.subarray(VERSION_LENGTH)),
    };
  }

  async set(key: string, value: Uint8Array | string, ttl: number): Promise<string> {
    const name = this.#valueKey(key);
    const { version, bytes } = this.#newValue(value, ttl);
    await this.#call(['SET', name, bytes, 'PX', String(ttl)]);
    return version;
  }

  async compareAndSet(
    key: string,
    expected: string | null,
    value: Uint8Array | string,
    ttl: number,
  ): Promise<string | null> {
    const name = this.#valueKey(key);
    const { version, bytes } = this.#newValue(value, ttl);
    if (this.#closed) throw StoreError.unavailable('the store is closed');
    // No value has such a version, but the script treats '' as "the key is absent".
    if (expected === '' || (expected as unknown) === undefined) return null;
    const written = await this.#run(COMPARE_AND_SET, name, expected ?? '', bytes, String(ttl));
    return Number(written) === 1 ? version : null;
  }

  async delete(key: string, expected?: string): Promise<boolean> {
    const name = this.#valueKey(key);
    const deleted =
      expected === undefined
        ? await this.#call(['DEL', name])
        : await this.#run(COMPARE_AND_DELETE, name, expected);
    return Number(deleted) === 1;
  }

  async touch(key: string, ttl: number): Promise<boolean> {
    const name = this.#valueKey(key);
    checkTtl(ttl);
    return Number(await this.#call(['PEXPIRE', name, String(ttl)])) === 1;
  }

  async increment(key: string, by: number, ttl: number): Promise<CounterState> {
    checkKey(key);
    checkStep(by);
    checkTtl(ttl);
    const reply = await this.#run(INCREMENT, `${this.#prefix}c:${key}`, String(by), String(ttl));
    if (!Array.isArray(reply)) throw unexpected(reply);
    const [value, expiresIn] = reply.map(Number);
    if (!isWhole(value) || !isWhole(expiresIn)) throw unexpected(reply);
    return { value, expiresIn };
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  #valueKey(key: string): string {
    checkKey(key);
    return `${this.#prefix}v:${key}`;
  }

  #newValue(
    value: Uint8Array | string,
    ttl: number,
  ): { readonly version: string; readonly bytes: Uint8Array } {
    checkTtl(ttl);
    const version = newVersion();
    const content = valueBytes(value, this.#maxBytes);
    const bytes = new Uint8Array(VERSION_LENGTH + content.length);
    encoder.encodeInto(version, bytes);
    bytes.set(content, VERSION_LENGTH);
    return { version, bytes };
  }

  /** Runs a script by its hash or, if the server does not have it, by its text, both within one timeout. */
  #run(script: Script, key: string, ...args: readonly (string | Uint8Array)[]): Promise<unknown> {
    return this.#within(async () => {
      try {
        return await this.#send(['EVALSHA', script.sha, '1', key, ...args]);
      } catch (error) {
        if (!isMissingScript(error)) throw error;
        return this.#send(['EVAL', script.text, '1', key, ...args]);
      }
    });
  }

  #call(args: readonly (string | Uint8Array)[]): Promise<unknown> {
    return this.#within(() => this.#send(args));
  }

  #within<T>(call: () => PromiseLike<T>): Promise<T> {
    if (this.#closed) return Promise.reject(StoreError.unavailable('the store is closed'));
    return withinTimeout(call, this.#timeout);
  }
}

function isWhole(value: number | undefined): value is number {
  return Number.isSafeInteger(value);
}

function isMissingScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function unexpected(reply: unknown): StoreError {
  return StoreError.unavailable(
    `unexpected reply: received ${kindOf(reply)}; expected bytes: send must return bulk strings as Uint8Array or Buffer`,
  );
}
