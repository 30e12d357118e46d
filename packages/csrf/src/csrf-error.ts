import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Why a request was refused: stable, for programs. */
export type CsrfCode = 'CROSS_ORIGIN' | 'CROSS_ORIGIN_OLD_BROWSER' | 'CSRF_TOKEN';

/** A request that another site can have triggered. */
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
        ? 'the form has expired; load it again and send it once more'
        : 'the request was refused because it comes from another site';
    return new CsrfError(code, message, cause && { cause });
  }
}

/** `csrfTokens` runs without a session: the application has to add `session` outside it. */
export class CsrfSessionMissingError extends CodedError<'CSRF_SESSION_MISSING'> {
  readonly status = 500;

  constructor() {
    super(
      'CSRF_SESSION_MISSING',
      'csrfTokens() found no session; add session() after it, so that it runs outside',
    );
  }

  static {
    brand(this, '@mortise/csrf/CsrfSessionMissingError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
