import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { OptionChecks } from './option-checks.js';
import { OptionError } from './option-error.js';

const checks = new OptionChecks(OptionError);

/**
 * Returns the factories that come with a request: those of the application that handles it, otherwise those of the
 * implementation that created it. Call it before the handler: an application inside can set its own.
 *
 * @throws {OptionError} `OPTION_INVALID`, `option: 'factories'`, if the request was created without factories
 */
export function factoriesOf(request: ServerRequestInterface): HttpFactoriesInterface {
  return checks.factories<HttpFactoriesInterface>('factories', undefined, request);
}
