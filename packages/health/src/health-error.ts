import { brand, CodedError } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** Why a check has failed without an error of its own: the `error` of an event, and the reason of its signal. */
export class HealthCheckError extends CodedError<'CHECK_FALSE' | 'CHECK_TIMEOUT'> {
  static {
    brand(this, '@mortise/health/HealthCheckError');
  }
}

/** A refused option of `health`, thrown when the application is configured: `code` is `OPTION_INVALID`. */
export class HealthOptionError extends OptionError {
  static {
    brand(this, '@mortise/health/HealthOptionError');
  }
}
