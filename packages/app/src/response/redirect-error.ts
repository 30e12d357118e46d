import { quote } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';

/** A refused redirect; probably the client chose its target. */
export class RedirectError extends Error implements HttpErrorInterface {
  override readonly name = 'RedirectError';
  readonly status = 400;
  readonly code: 'REDIRECT_INVALID' | 'REDIRECT_NOT_LOCAL';

  private constructor(code: RedirectError['code'], problem: string, target: unknown) {
    super(`${problem}: received ${quote(target)}`);
    this.code = code;
  }

  static lineBreak(target: string): RedirectError {
    return new RedirectError('REDIRECT_INVALID', 'a redirect target contains a line break', target);
  }

  static notLocal(target: unknown): RedirectError {
    const problem = 'a redirect target is not a path on this site that begins with one "/"';
    return new RedirectError('REDIRECT_NOT_LOCAL', problem, target);
  }
}
