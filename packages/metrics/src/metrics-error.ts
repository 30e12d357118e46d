import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A refused option of `metrics` or `metricsHandler`, thrown when the application is configured: `code` is `OPTION_INVALID`. */
export class MetricsError extends OptionError {
  static {
    brand(this, '@mortise/metrics/MetricsError');
  }
}
