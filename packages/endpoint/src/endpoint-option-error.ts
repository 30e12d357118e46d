import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** A part of a description, or an option, that is refused when `endpoint`, `endpoints` or `implement` is called. */
export class EndpointOptionError extends OptionError {
  static {
    brand(this, '@mortise/endpoint/EndpointOptionError');
  }
}
