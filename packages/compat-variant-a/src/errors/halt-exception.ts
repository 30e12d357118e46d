import type { HandlerResult } from '@mortise/app';
import { brand, isInstance } from '@mortise/base';
import { isResponse, isWebResponse } from '@mortise/base/message';
import { ensure } from '@mortise/base/options';

/** Throw it to end the request with a response, skipping all layers, like Slim 3's `SlimException`. */
export class HaltException extends Error {
  readonly response: HandlerResult;

  /**
   * @param response a platform `Response` is converted when it is sent, so it can be sent once
   * @throws {OptionError} `OPTION_INVALID` for a value that is not a response
   */
  constructor(response: HandlerResult) {
    const isOurs = isResponse(response);
    const expected = 'a PSR-7 response, or a Response';
    ensure(isOurs || isWebResponse(response), 'HaltException', response, expected);
    super(`halted with status ${isOurs ? response.getStatusCode() : response.status}`);
    this.response = response;
  }

  static {
    brand(this, '@mortise/compat-variant-a/HaltException');
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    return isInstance(this, value);
  }
}
