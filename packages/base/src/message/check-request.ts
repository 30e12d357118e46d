import type { ServerRequestInterface } from '@mortise/http-message';
import { OptionError } from '../options/option-error.js';

/**
 * Refuses a first argument that is not a request, for callers without types.
 *
 * @param name of the function that received it
 * @param method the first one that the function calls
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkRequest(
  name: string,
  given: unknown,
  method: keyof ServerRequestInterface,
): void {
  const member = (given as Partial<ServerRequestInterface> | null | undefined)?.[method];
  if (typeof member === 'function') return;
  throw new OptionError(`${name}.request`, given, `the request, as in ${name}(request, ...)`);
}
