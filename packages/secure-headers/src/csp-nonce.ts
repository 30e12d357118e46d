import type { AttributeKey, RequestLifetimeInterface } from '@mortise/http-message';

/** The attribute of requests whose policy has a nonce: `request.getAttribute(CSP_NONCE)?.value`. */
export const CSP_NONCE: AttributeKey<CspNonce> = 'mortise.csp-nonce';

/**
 * Set to `true` as a value of a request's lifetime when its nonce is read. A response with a nonce must not be
 * stored, so layers that tag responses check this.
 */
export const CSP_NONCE_USED: AttributeKey<boolean> = 'mortise.csp-nonce-used';

/** Bytes of a nonce: 128 bits, as CSP recommends. */
const NONCE_BYTES = 16;

/** The nonce of one request, created when it is first read. */
export interface CspNonce {
  /** For the attribute `nonce` of `<script>`, `<style>` and `<link>`: base64, always the same. */
  readonly value: string;
}

/** Creates a nonce on demand, and notes that it was read. */
export class LazyNonce implements CspNonce {
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

  /** The nonce; `null` if it was not read. */
  get used(): string | null {
    return this.#value;
  }
}
