import { brand, CodedError, HTTP_ERROR, OUTAGE } from '@mortise/base';

/**
 * Thrown if a token cannot be verified because the key server is down: 503. An application logs one such error per
 * minute.
 */
export class JwtKeysError extends CodedError<'JWT_KEYS_UNAVAILABLE'> {
  readonly status = 503;

  /** @param cause why the keys could not be loaded */
  constructor(cause: unknown) {
    super('JWT_KEYS_UNAVAILABLE', 'the keys that verify tokens could not be loaded', { cause });
  }

  static {
    brand(this, '@mortise/auth/JwtKeysError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  get [OUTAGE](): true {
    return true;
  }
}
