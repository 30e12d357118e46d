import type {
  ClosableHandlerInterface,
  ServedApplication,
  ServedHandler,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import { checkNames } from '../check-names.js';
import { quote } from '../quote.js';
import type { FactoriesOptional } from './served-options.js';
import { refusal } from './refusal.js';

/** Creates the adapter's error for an invalid argument. */
export type InvalidOption = (message: string) => Error;

/**
 * Returns the handler as an object. Checks it for callers without types.
 *
 * @throws the error of `invalid`, if it is neither a handler nor a function
 */
export function checkedHandler(
  handler: ServedHandler,
  invalid: InvalidOption,
): ClosableHandlerInterface {
  if (hasMethod(handler, 'handle')) return handler as ClosableHandlerInterface;
  if (typeof handler === 'function' && quote(handler) === 'a function') return { handle: handler };
  const text =
    'an application, an object with handle(request), or a function (request) => response';
  const hint = typeof handler === 'function' ? `; pass an instance, new ${handler.name}()` : '';
  throw invalid(refusal('handler', handler, text + hint));
}

/**
 * Returns the options with factories: their own, otherwise those of the handler, if it is an application.
 *
 * @throws the error of `invalid`, if the options are not an object, or if there are no factories
 */
export function withFactories<
  Options extends { readonly factories: ServerRequestCreatorInterface },
>(
  served: ServedHandler,
  options: FactoriesOptional<Options> | undefined,
  invalid: InvalidOption,
): Options {
  const given = (options ?? {}) as Partial<Options>;
  if (typeof given !== 'object') {
    throw invalid(refusal('options', given, 'an object: { factories }'));
  }
  const factories: unknown =
    given.factories === undefined
      ? (served as Partial<ServedApplication> | undefined)?.factories
      : given.factories;
  if (hasMethod(factories, 'createServerRequestFromSource')) {
    return (factories === given.factories ? given : { ...given, factories }) as Options;
  }
  const text =
    "the factories of a message implementation: import { factories } from '@mortise/message'";
  throw invalid(refusal('option factories', factories, text));
}

/**
 * Checks the names of options, and `onError`.
 *
 * @param known every name, with any value
 * @throws the error of `invalid`, for an unknown name, or if `onError` is set and not a function
 */
export function checkOptions<Options extends { readonly onError?: unknown }>(
  options: Options,
  known: Readonly<Record<keyof Options & string, unknown>>,
  invalid: InvalidOption,
): void {
  checkNames(options, known, invalid);
  const { onError } = options;
  if (onError === undefined || typeof onError === 'function') return;
  throw invalid(refusal('option onError', onError, 'a function'));
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof (Object(value) as Readonly<Record<string, unknown>>)[name] === 'function';
}
