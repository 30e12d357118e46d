import type { ResponseInterface } from '@mortise/http-message';

const BRAND = Symbol.for('@mortise/compat-variant-a/HaltException');

/** Thrown to answer with a response at once, past all layers: Slim 3's `SlimException`. */
export class HaltException extends Error {
  override readonly name = 'HaltException';
  readonly response: ResponseInterface;
  readonly [BRAND] = true;

  constructor(response: ResponseInterface) {
    super(`stopped with a response of status ${response.getStatusCode()}`);
    this.response = response;
  }

  /** True for one of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
