import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Stable codes that say why a request was refused. */
export type CsrfCode = 'CROSS_ORIGIN' | 'CROSS_ORIGIN_OLD_BROWSER' | 'CSRF_TOKEN';

/** Thrown for a request that another site may have triggered: 403. */
export class CsrfError extends CodedError<CsrfCode> {
  readonly status = 403;

  static {
    brand(this, '@mortise/csrf/CsrfError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** @param cause for the log, not for the client */
  static refused(code: CsrfCode, cause?: Error): CsrfError {
    const message =
      code === 'CSRF_TOKEN'
        ? 'The form has expired. Reload it and submit it again.'
        : 'The request was refused because it comes from another site.';
    return new CsrfError(code, message, cause && { cause });
  }
}

/** The message of each code, which says what to change in the application. */
const SETUP = {
  CSRF_SESSION_MISSING:
    'csrfTokens() found no session; add session() after it: the layer added last runs first',
  CSRF_NESTED:
    'csrfTokens() runs inside another csrfTokens() with a different prefix or persistent option, so no form can satisfy both: give both the same options, or add only one',
} as const;

/** Stable codes that say why `csrfTokens` cannot check a request. */
export type CsrfSetupCode = keyof typeof SETUP;

/** Thrown if `csrfTokens` runs outside `session`, or inside another `csrfTokens` with different options: 500. */
export class CsrfSetupError extends CodedError<CsrfSetupCode> {
  readonly status = 500;

  constructor(code: CsrfSetupCode) {
    super(code, SETUP[code]);
  }

  static {
    brand(this, '@mortise/csrf/CsrfSetupError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
