import { brand, isInstance } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';

/** Throw it to end the request with a response, skipping all layers, like Slim 3's `SlimException`. */
export class HaltException extends Error {
  readonly response: ResponseInterface;

  constructor(response: ResponseInterface) {
    super(`halted with status ${response.getStatusCode()}`);
    this.response = response;
  }

  static {
    brand(this, '@mortise/compat-variant-a/HaltException');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }
}
