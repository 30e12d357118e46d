import type { JsonLoss } from '@mortise/base';
import { ClientError, type ClientErrorCode } from './client-error.js';

/**
 * Throws if a part of some data would be written as another value.
 *
 * @param path of the data in the call: `'query'`
 * @param loss what `jsonLoss` or `formLoss` from `@mortise/base` found
 * @param cause the error of the writer
 * @throws {ClientError} with the code
 */
export function refuseLost(
  operation: string,
  code: ClientErrorCode,
  path: string,
  loss: JsonLoss | null,
  cause?: unknown,
): void {
  if (loss === null) return;
  const inside = loss.path.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`));
  const whole = path + inside.join('');
  const shown = inside.length === 1_000 ? `${whole.slice(0, 80)}…` : whole;
  const options = cause === undefined ? {} : { cause };
  throw new ClientError(code, operation, `invalid ${shown}: ${loss.problem}`, options);
}
