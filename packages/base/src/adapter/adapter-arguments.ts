import type {
  ClosableHandlerInterface,
  ServedApplication,
  ServedHandler,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import { accepted, ensure, methods, optional } from '../options/index.js';
import { isThenable } from '../thenable.js';
import { quote } from '../quote.js';

const FACTORIES = methods(
  "message factories: import { factories } from '@mortise/message'",
  'createServerRequestFromSource',
);
const HANDLER = methods(
  'an application, an object with handle(request), or a function (request) => response',
  'handle',
);

/** The options `O` of an adapter for a handler `H`: `factories` is required unless the handler is an application. */
export type OptionsFor<H, O> = [H] extends [ServedApplication]
  ? O | undefined
  : O & { readonly factories: ServerRequestCreatorInterface };

/** The rule of an adapter's option `factories`, which can be omitted for an application. */
export const requestFactories = optional(FACTORIES);

/**
 * Returns the factories that create the requests: the option's, otherwise the handler's if it is an application.
 *
 * @param given the option; `undefined` if it was omitted
 * @param door the function that takes the option: `'serve'`
 * @throws {OptionError} `OPTION_INVALID` if there are none, or if they have no `createServerRequestFromSource`
 */
export function requestFactoriesOf(
  served: ServedHandler,
  given: ServerRequestCreatorInterface | undefined,
  door: string,
): ServerRequestCreatorInterface {
  const factories = given ?? (served as Partial<ServedApplication>).factories;
  return accepted<unknown>(
    FACTORIES,
    factories,
    `${door}.factories`,
  ) as ServerRequestCreatorInterface;
}

/**
 * Returns the handler as an object, after checking it for untyped callers.
 *
 * @param door the function that takes it: `'serve'`
 * @throws {OptionError} `OPTION_INVALID` if it is neither a handler nor a function
 */
export function handlerOf(handler: ServedHandler, door: string): ClosableHandlerInterface {
  if (HANDLER.accepts(handler)) return handler as ClosableHandlerInterface;
  const isFunction = typeof handler === 'function';
  const hint = isFunction
    ? `; pass an instance, new ${handler.name}()`
    : isThenable(handler)
      ? '; it is a promise: await it first'
      : '';
  ensure(
    isFunction && quote(handler) === 'a function',
    `${door}.handler`,
    handler,
    HANDLER.expected + hint,
  );
  return { handle: handler as ClosableHandlerInterface['handle'] };
}
