import { memberOf, toBase64url } from '@mortise/base';
import type { StoreInterface } from '@mortise/store';
import { type IdempotencyRecord, readRecord, writeRecord } from './idempotency-record.js';

/** How claims are stored. */
export interface ClaimOptions {
  readonly store: StoreInterface;
  readonly ttl: number;
  readonly claimTtl: number;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

const OWNER_BYTES = 16;
/** Milliseconds before a write that failed is tried again, doubled each time. */
const FIRST_PAUSE = 500;
/** The last of these pauses: together about four minutes. */
const LAST_PAUSE = 128_000;

/** The right of one request to run the handler of a key. It is renewed until {@link settle} or {@link abandon}. */
export class Claim {
  readonly #options: ClaimOptions;
  readonly #name: string;
  readonly #fingerprint: string;
  readonly #owner: string;
  #version = '';
  #isSettled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param name the key in the store */
  constructor(options: ClaimOptions, name: string, fingerprint: string) {
    this.#options = options;
    this.#name = name;
    this.#fingerprint = fingerprint;
    this.#owner = toBase64url(options.random(OWNER_BYTES));
  }

  /** Whether {@link settle} or {@link abandon} was called. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /**
   * Claims the key.
   *
   * @param expected the version of a lost claim; `null`: only if the key is free
   * @returns whether this request has it
   * @throws {StoreError} if the store is down; the claim is withdrawn as soon as it responds, because the step can have
   *   taken effect
   */
  async take(expected: string | null): Promise<boolean> {
    const { store, ttl } = this.#options;
    try {
      const version = await store.compareAndSet(this.#name, expected, this.#claim(), ttl);
      if (version === null) return false;
      this.#version = version;
    } catch (error) {
      void this.#tryLater(null);
      throw error;
    }
    this.#renewLater();
    return true;
  }

  /**
   * Replaces the claim, once: later calls have no effect. If the store is down, it is tried again for about four minutes.
   *
   * @param outcome what is kept; `null` frees the key
   * @throws {StoreError} after `STORE_VALUE_TOO_LARGE` the claim is not settled
   */
  async settle(outcome: IdempotencyRecord | null): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    const value = outcome && writeRecord(outcome);
    try {
      await this.#replace(value);
    } catch (error) {
      this.#isSettled = memberOf(error, 'code') !== 'STORE_VALUE_TOO_LARGE';
      if (this.#isSettled) void this.#tryLater(value);
      throw error;
    }
  }

  /** Lets the claim lapse: it is not renewed any more, and has no outcome. */
  abandon(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
  }

  #claim(): Uint8Array {
    const { now, claimTtl } = this.#options;
    const [fingerprint, owner] = [this.#fingerprint, this.#owner];
    return writeRecord({ kind: 'claim', fingerprint, owner, until: now() + claimTtl });
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => {
      void this.#renew();
    }, this.#options.claimTtl / 3);
    unref(this.#timer);
  }

  async #renew(): Promise<void> {
    // One that fails is repeated before the claim lapses; one that finds another owner is the last.
    const isOwn = await this.#replace(this.#claim()).catch(() => true);
    if (isOwn && !this.#isSettled) this.#renewLater();
  }

  /** @param value `null` deletes the claim. @returns false if the key is no longer that of this claim */
  async #replace(value: Uint8Array | null): Promise<boolean> {
    const { store, ttl } = this.#options;
    for (let tries = 1; tries <= 2; tries++) {
      if (value === null) {
        if (await store.delete(this.#name, this.#version)) return true;
      } else {
        const version = await store.compareAndSet(this.#name, this.#version, value, ttl);
        if (version !== null) {
          this.#version = version;
          return true;
        }
      }
      // A write whose response was lost has changed the version.
      const found = await store.get(this.#name);
      const current = found && readRecord(found.value);
      if (!found || current?.kind !== 'claim' || current.owner !== this.#owner) return false;
      this.#version = found.version;
    }
    return false;
  }

  async #tryLater(value: Uint8Array | null): Promise<void> {
    for (let pause = FIRST_PAUSE; pause <= LAST_PAUSE; pause *= 2) {
      await new Promise((resolve) => {
        unref(setTimeout(resolve, pause));
      });
      const isDone = await this.#replace(value).then(
        () => true,
        () => false,
      );
      if (isDone) return;
    }
  }
}

/** A timer must not keep a process alive; not every runtime has the method. */
function unref(timer: { readonly unref?: () => unknown }): void {
  timer.unref?.();
}
