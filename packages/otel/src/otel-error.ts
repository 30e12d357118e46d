import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A refused option of `openTelemetry`, thrown when the application is configured: `code` is `OPTION_INVALID`. */
export class OtelError extends OptionError {
  static {
    brand(this, '@mortise/otel/OtelError');
  }
}
