import { boolean, callable, choice, nested, optional, options, text } from '@mortise/base/options';
import { SLIM_ERROR_OPTIONS } from '../misuse/foreign-names.js';
import { logger } from '../option-rules.js';
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
  return setOptions(declared(given));
}

/** Removes options that are `undefined`, which would otherwise override those of the application. */
export function setOptions<O extends object>(
  given: {
    readonly [K in keyof O]: O[K] | undefined;
  },
): O {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as O;
}
