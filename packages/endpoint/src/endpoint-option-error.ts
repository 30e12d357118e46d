import { brand } from '@mortise/base';
import { OptionChecks, OptionError } from '@mortise/base/options';

/** An invalid part of a description or an invalid option, thrown by `endpoint`, `endpoints` or `implement`. */
export class EndpointOptionError extends OptionError {
  static {
    brand(this, '@mortise/endpoint/EndpointOptionError');
  }
}

/** The checks of descriptions and options. */
export const checks: OptionChecks = new OptionChecks(EndpointOptionError);
