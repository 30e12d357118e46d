import { CSP_NONCE_USED, type CspNonceReading } from '@mortise/base/keys';
import type { RequestLifetimeInterface } from '@mortise/http-message';

/** Bytes of a nonce: 128 bits, as the CSP specification recommends. */
const NONCE_BYTES = 16;

/** Creates a nonce on first use, and marks the request as having used it. */
export class LazyNonce implements CspNonceReading {
  readonly #lifetime: RequestLifetimeInterface;
  readonly #random: (bytes: number) => Uint8Array;
  #value: string | null = null;

  constructor(lifetime: RequestLifetimeInterface, random: (bytes: number) => Uint8Array) {
    this.#lifetime = lifetime;
    this.#random = random;
  }

  get value(): string {
    if (this.#value === null) {
      this.#value = btoa(String.fromCharCode(...this.#random(NONCE_BYTES)));
      this.#lifetime.setValue(CSP_NONCE_USED, true);
    }
    return this.#value;
  }

  /** The nonce; `null` if nothing has read it. */
  get used(): string | null {
    return this.#value;
  }
}
