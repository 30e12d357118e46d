import { brand, CodedError } from '@mortise/base';

/** Why a check failed without its own error: an event's `error`, and the signal's reason. */
export class HealthCheckError extends CodedError<'CHECK_FALSE' | 'CHECK_TIMEOUT'> {
  static {
    brand(this, '@mortise/health/HealthCheckError');
  }
}
