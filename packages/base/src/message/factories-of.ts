import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { FACTORIES } from '../keys.js';
import { OptionError } from '../options/option-error.js';
import { methods, optional } from '../options/rules.js';
import { checkRequest } from './check-request.js';

const EXPECTED = 'message factories, such as app.factories';

/**
 * Returns the factories for a request: those of an option, otherwise those of the request, from the application that
 * handles it or the implementation that created it. Call this before the handler, because an inner application can set
 * its own.
 *
 * @param given the option; `undefined` if it was omitted
 * @param path of the option, with its function: `'cors.factories'`
 * @throws {OptionError} `OPTION_INVALID` if the option was omitted and the request was created without factories
 */
export function factoriesOf<F extends Partial<HttpFactoriesInterface> = HttpFactoriesInterface>(
  request: ServerRequestInterface,
  given?: F,
  path = 'factories',
): F | HttpFactoriesInterface {
  if (given !== undefined) return given;
  checkRequest('factoriesOf', request, 'getLifetime');
  const factories = request.getLifetime().getValue(FACTORIES);
  if (factories !== undefined) return factories;
  const problem = `missing ${path}: the request was created without factories`;
  throw new OptionError(path, undefined, EXPECTED, problem);
}

/**
 * Returns the rule of a `factories` option, which can be absent.
 *
 * @param names of the methods that are called
 */
export function factoriesWith(...names: readonly (keyof HttpFactoriesInterface)[]) {
  return optional(methods(EXPECTED, ...names));
}
