import { brand, CodedError } from '@mortise/base';

/** Why a check has failed without an error of its own: the `error` of an event, and the reason of its signal. */
export class HealthCheckError extends CodedError<'CHECK_FALSE' | 'CHECK_TIMEOUT'> {
  static {
    brand(this, '@mortise/health/HealthCheckError');
  }
}
