import { brand, CodedError } from '@mortise/base';

/** Why a check failed without an error of its own: the `error` of an event, and the signal's reason. */
export class HealthCheckError extends CodedError<'CHECK_FALSE' | 'CHECK_TIMEOUT'> {
  static {
    brand(this, '@mortise/health/HealthCheckError');
  }
}
