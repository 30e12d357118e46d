import { brand, OptionError } from '@mortise/base';

/** An option of `file`, `files` or `defineProblem` that is refused when it is called. */
export class ContractError extends OptionError {
  static {
    brand(this, '@mortise/contract/ContractError');
  }
}
