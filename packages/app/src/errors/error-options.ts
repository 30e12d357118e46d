import { boolean, callable, choice, nested, optional, options, text } from '@mortise/base/options';
import { SLIM_ERROR_OPTIONS } from '../misuse/foreign-app-members.js';
import { givenOptions, logger } from '../option-rules.js';
import type { ErrorMiddlewareOptions, UnknownErrorText } from './contract.js';

const unknown = options<UnknownErrorText>()('unknown', { title: text(), description: text() });

/** The rules of `ErrorOptions`, without defaults: a layer's options default to the application's. */
export const errorRules = {
  details: optional(boolean),
  format: optional(choice('problem', 'json', 'html', 'xml', 'text')),
  fallback: optional(choice('html', 'text')),
  page: optional(callable),
  unknown: optional(nested(unknown)),
  onError: optional(callable),
};

const declared = options<ErrorMiddlewareOptions>()(
  'addErrorMiddleware',
  {
    ...errorRules,
    log: optional(boolean),
    logDetails: optional(boolean),
    logger: optional(logger),
  },
  SLIM_ERROR_OPTIONS,
);

/**
 * Checks the options of an error layer.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function layerOptions(given: ErrorMiddlewareOptions): ErrorMiddlewareOptions {
  return givenOptions(declared(given));
}
