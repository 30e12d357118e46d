import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An option of `file`, `files` or `defineProblem` that is refused when it is called. */
export class ContractError extends OptionError {
  static {
    brand(this, '@mortise/contract/ContractError');
  }
}
