import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Stable codes that say why a request was refused. */
export type AuthCode =
  | 'CREDENTIALS_INVALID'
  | 'CREDENTIALS_MALFORMED'
  | 'CREDENTIALS_MISSING'
  | 'CREDENTIALS_TOO_LONG'
  | 'SCOPE_INSUFFICIENT';

const ANSWERS: Readonly<Record<AuthCode, readonly [status: number, message: string]>> = {
  CREDENTIALS_INVALID: [401, 'The credentials are invalid or have expired.'],
  CREDENTIALS_MALFORMED: [400, 'The credentials are malformed, or were sent more than once.'],
  CREDENTIALS_MISSING: [401, 'The request has no credentials that this resource accepts.'],
  CREDENTIALS_TOO_LONG: [431, 'The credentials are too long.'],
  SCOPE_INSUFFICIENT: [403, 'The credentials do not allow this request.'],
};

/**
 * Thrown for a request without valid credentials, or without a required scope. Neither its message nor its `cause`
 * contains any part of the credentials.
 */
export class AuthError extends CodedError<AuthCode> {
  /** 401; 400 for `CREDENTIALS_MALFORMED`, 403 for `SCOPE_INSUFFICIENT`, 431 for `CREDENTIALS_TOO_LONG`. */
  readonly status: number;

  /** The values of `WWW-Authenticate`, one per scheme; `[]` if there are none. */
  readonly challenges: readonly string[];

  /** @param cause for the log, not for the client; it must not contain credentials */
  constructor(code: AuthCode, challenges: readonly string[], cause?: unknown) {
    const [status, message] = ANSWERS[code];
    super(code, message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.challenges = challenges;
  }

  static {
    brand(this, '@mortise/auth/AuthError');
  }

  /** `WWW-Authenticate` with one line per challenge; `{}` without challenges. */
  get headers(): Readonly<Record<string, readonly string[]>> {
    return this.challenges.length === 0 ? {} : { 'WWW-Authenticate': this.challenges };
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/**
 * Thrown by `userOf` and `requireScope` outside an authentication layer, or if the layer has set no such user or has no
 * scopes: 500.
 */
export class AuthLayerMissingError extends CodedError<'AUTH_LAYER_MISSING'> {
  readonly status = 500;

  constructor(message: string) {
    super('AUTH_LAYER_MISSING', message);
  }

  static {
    brand(this, '@mortise/auth/AuthLayerMissingError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}

/**
 * Thrown for a request with an unsafe method whose token comes from a cookie, unless an outer layer has checked that no
 * other site triggered it: 500.
 */
export class CrossOriginProtectionMissingError extends CodedError<'CROSS_ORIGIN_PROTECTION_MISSING'> {
  readonly status = 500;

  /** @param cookie the cookie's name */
  constructor(cookie: string) {
    super(
      'CROSS_ORIGIN_PROTECTION_MISSING',
      `the token in the cookie "${cookie}" was not read: pages from other sites can send it; add crossOriginProtection() from @mortise/csrf outside the layer`,
    );
  }

  static {
    brand(this, '@mortise/auth/CrossOriginProtectionMissingError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
