import { memberOf, toBase64url } from '@mortise/base';
import { type StoreInterface, storeResults } from '@mortise/store';
import { type IdempotencyRecord, readRecord, writeRecord } from './idempotency-record.js';

/** The option that contains the store. */
export const STORE = 'idempotency.store';

/** Options of {@link Claim}. */
export interface ClaimOptions {
  readonly store: StoreInterface;
  readonly ttl: number;
  readonly claimTtl: number;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

const OWNER_BYTES = 16;
/** Milliseconds before the first retry of a failed write; doubled for each further retry. */
const FIRST_PAUSE = 500;
/** The last pause. All pauses together take about four minutes. */
const LAST_PAUSE = 128_000;

/** The right of one request to run the handler for a key. It is renewed until {@link settle} or {@link abandon}. */
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
   * @param expected the version of a lost claim; `null` to claim only a free key
   * @returns whether this request has claimed it
   * @throws {StoreError} if the store is down; the claim is withdrawn as soon as the store responds, because the write
   *   may have taken effect
   */
  async take(expected: string | null): Promise<boolean> {
    const { store, ttl } = this.#options;
    try {
      const written = await store.compareAndSet(this.#name, expected, this.#claim(), ttl);
      const version = storeResults.compareAndSet(written, STORE);
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
   * Replaces the claim with the outcome. Later calls have no effect. If the store is down, the write is retried for
   * about four minutes.
   *
   * @param outcome the outcome to keep; `null` frees the key
   * @throws {StoreError} if the store fails; after `STORE_VALUE_TOO_LARGE`, the claim is not settled
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

  /** Stops renewing the claim, so that it expires without an outcome. */
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
    // A failed renewal is retried before the claim expires. Stop if the key has another owner.
    const isOwn = await this.#replace(this.#claim()).catch(() => true);
    if (isOwn && !this.#isSettled) this.#renewLater();
  }

  /** @param value `null` deletes the claim. @returns `false` if the key no longer belongs to this claim */
  async #replace(value: Uint8Array | null): Promise<boolean> {
    const { store, ttl } = this.#options;
    for (let tries = 1; tries <= 2; tries++) {
      if (value === null) {
        const isDeleted = await store.delete(this.#name, this.#version);
        if (storeResults.delete(isDeleted, STORE)) return true;
      } else {
        const written = await store.compareAndSet(this.#name, this.#version, value, ttl);
        const version = storeResults.compareAndSet(written, STORE);
        if (version !== null) {
          this.#version = version;
          return true;
        }
      }
      // An earlier write whose response was lost may have changed the version.
      const found = storeResults.get(await store.get(this.#name), STORE);
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

/** Lets the process end while the timer is pending. Not every runtime has `unref`. */
function unref(timer: { readonly unref?: () => unknown }): void {
  timer.unref?.();
}
