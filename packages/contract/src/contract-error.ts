import { brand } from '@mortise/base';
import { OptionError } from '@mortise/base/options';

/** An invalid option of `file`, `files`, `defineProblem` or `operation`, thrown by the call. */
export class ContractError extends OptionError {
  static {
    brand(this, '@mortise/contract/ContractError');
  }
}
