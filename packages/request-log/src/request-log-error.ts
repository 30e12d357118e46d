import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A refused option of `requestId` or `accessLog`, thrown when the application is configured. */
export class RequestLogError extends OptionError {
  static {
    brand(this, '@mortise/request-log/RequestLogError');
  }
}
