import { quote } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import { AppError } from '../app-error.js';
import type { VariantLines } from './variant-lines.js';

/** The error for the option `body.maxBytes` if the variant parses bodies itself. */
export function noMaxBytes(path: string, value: unknown, { bodyLimit }: VariantLines): OptionError {
  return new OptionError(`${path}.maxBytes`, value, `${bodyLimit}, which limits all bodies`);
}

/** The error for a variant whose `prepare` did not return a request. */
export function notPrepared(value: unknown): AppError {
  return new AppError(
    'CALLBACK_INVALID',
    `prepare() of the variant returned ${quote(value)}; expected the request`,
    value,
  );
}
