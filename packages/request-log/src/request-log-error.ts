import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An option of `requestId` or `accessLog` that is refused when the application is configured. */
export class RequestLogError extends OptionError {
  static {
    brand(this, '@mortise/request-log/RequestLogError');
  }
}
