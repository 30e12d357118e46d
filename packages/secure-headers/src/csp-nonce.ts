import { CodedError } from '@mortise/base';
import { CSP_NONCE_USED, type CspNonceReading } from '@mortise/base/keys';
import { LateReads, lateReadText } from '@mortise/base/message';
import type { RequestLifetimeInterface, ResponseInterface } from '@mortise/http-message';

/** Bytes of a nonce: 128 bits, as the CSP specification recommends. */
const NONCE_BYTES = 16;

/** Creates a nonce on first use, and marks the request as having used it. */
export class LazyNonce implements CspNonceReading {
  readonly #lifetime: RequestLifetimeInterface;
  readonly #random: (bytes: number) => Uint8Array;
  #value: string | null = null;
  #late: LateReads | null = null;

  constructor(lifetime: RequestLifetimeInterface, random: (bytes: number) => Uint8Array) {
    this.#lifetime = lifetime;
    this.#random = random;
  }

  get value(): string {
    if (this.#value === null) {
      if (this.#late?.areSent === true)
        throw new CodedError('CSP_NONCE_LATE', lateReadText('the nonce'));
      this.#value = btoa(String.fromCharCode(...this.#random(NONCE_BYTES)));
      this.#lifetime.setValue(CSP_NONCE_USED, true);
    }
    return this.#value;
  }

  /**
   * Returns the nonce for the policy of a response; `null` if nothing has read it. Its body can then no longer be the
   * first to read it, because the policy would lack it.
   */
  usedBy(response: ResponseInterface): string | null {
    this.#late = LateReads.of(response, this.#lifetime);
    return this.#value;
  }
}
