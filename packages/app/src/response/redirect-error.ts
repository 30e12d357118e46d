import { quote } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';

/** A refused redirect; probably the client chose its target. */
export class RedirectError extends Error implements HttpErrorInterface {
  override readonly name = 'RedirectError';
  readonly status = 400;
  readonly code: 'REDIRECT_INVALID' | 'REDIRECT_NOT_LOCAL';

  /** @param problem what the target is or contains */
  constructor(code: RedirectError['code'], problem: string, target: unknown) {
    super(`a redirect target ${problem}: received ${quote(target)}`);
    this.code = code;
  }
}
