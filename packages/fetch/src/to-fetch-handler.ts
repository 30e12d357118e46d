import {
  errorReporter,
  handlerOf,
  type OptionsFor,
  requestFactories,
  requestFactoriesOf,
} from '@mortise/base/adapter';
import { callable, methods, nested, optional, options, synchronous } from '@mortise/base/options';
import type { ServedApplication, ServedHandler } from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import type { AdapterCore } from './adapter-core.js';
import type { FetchOptions } from './options.js';
import { limitsWith } from './limits.js';
import { answer } from './received-request.js';
import { OpenRequests } from './open-requests.js';
import { timeoutsOfPlatform } from './timeouts-of-platform.js';

/**
 * Responds to a platform `Request`; returns a promise if the application is asynchronous or streams. Never throws or
 * rejects, unless its argument is not a `Request` (`OPTION_INVALID`).
 */
export type FetchHandler<Platform extends readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Response | Promise<Response>;

const DOOR = 'toFetchHandler';

const declared = options<FetchOptions<readonly unknown[]>>()(DOOR, {
  factories: requestFactories,
  limits: nested(limitsWith),
  clientOf: optional(synchronous),
  basePath: nested(checkedBasePath),
  prefixOf: optional(synchronous),
  attributesOf: optional(synchronous),
  waitUntil: optional(callable),
  onError: optional(callable),
  closing: optional(methods('an AbortSignal', 'addEventListener')),
});

/**
 * Converts an application to the function that Workers, Deno, Bun and service workers call for each request.
 *
 * @param served an application, whose factories create the requests
 * @throws {OptionError} `OPTION_INVALID`
 */
export function toFetchHandler<Platform extends readonly unknown[] = readonly unknown[]>(
  served: ServedApplication,
): FetchHandler<Platform>;

/**
 * Converts an application or a handler, with options.
 *
 * @param served an application, an object with `handle`, or a function that is its `handle`
 * @param options `factories` is required unless `served` is an application; the compiler checks that only if it infers
 *   `Platform` from the callbacks
 * @throws {OptionError} `OPTION_INVALID`
 */
export function toFetchHandler<
  Platform extends readonly unknown[] = readonly unknown[],
  H extends ServedHandler = ServedHandler,
>(
  served: H,
  options: [ServedHandler] extends [H]
    ? FetchOptions<Platform>
    : OptionsFor<H, FetchOptions<Platform>>,
): FetchHandler<Platform>;
export function toFetchHandler<Platform extends readonly unknown[] = readonly unknown[]>(
  served: ServedHandler,
  given?: FetchOptions<Platform>,
): FetchHandler<Platform> {
  const checked = declared(given as FetchOptions<readonly unknown[]> | undefined);
  const { closing } = checked;
  const core: AdapterCore = {
    ...checked,
    open: closing === undefined ? undefined : new OpenRequests(closing),
    handler: handlerOf(served, DOOR),
    factories: requestFactoriesOf(served, checked.factories, DOOR),
    timeouts: timeoutsOfPlatform(),
    report: errorReporter(checked.onError),
  };
  return (native, ...platform) => answer(core, native, platform);
}
