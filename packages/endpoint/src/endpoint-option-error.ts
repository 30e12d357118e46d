import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An invalid part of a description or an invalid option, thrown by `endpoint`, `endpoints` or `implement`. */
export class EndpointOptionError extends OptionError {
  static {
    brand(this, '@mortise/endpoint/EndpointOptionError');
  }
}
