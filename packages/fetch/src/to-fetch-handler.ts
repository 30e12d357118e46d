import {
  errorReporter,
  type FactoriesOptional,
  handlerOf,
  requestFactories,
  requestFactoriesOf,
} from '@mortise/base/adapter';
import { callable, nested, optional, options } from '@mortise/base/options';
import type { ServedApplication, ServedHandler } from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import type { AdapterCore } from './adapter-core.js';
import type { FetchOptions } from './options.js';
import { limitsWith } from './limits.js';
import { answer } from './received-request.js';
import { timeoutsOfPlatform } from './timeouts-of-platform.js';

/** Responds to a platform `Request`; returns a promise if the application is asynchronous. Never throws or rejects. */
export type FetchHandler<Platform extends readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Response | Promise<Response>;

const DOOR = 'toFetchHandler';

const declared = options<FactoriesOptional<FetchOptions<readonly unknown[]>>>()(DOOR, {
  factories: requestFactories,
  limits: nested(limitsWith),
  clientOf: optional(callable),
  basePath: nested(checkedBasePath),
  prefixOf: optional(callable),
  attributesOf: optional(callable),
  waitUntil: optional(callable),
  onError: optional(callable),
});

/**
 * Converts a handler to the function that Workers, Deno, Bun and service workers call for a request.
 *
 * @param served an application, whose factories create the requests unless the options have others
 * @throws {OptionError} `OPTION_INVALID`
 */
export function toFetchHandler<Platform extends readonly unknown[] = readonly unknown[]>(
  served: ServedApplication,
  options?: FactoriesOptional<FetchOptions<Platform>>,
): FetchHandler<Platform>;

/**
 * Converts a handler without factories.
 *
 * @param served an object with `handle`, or a function that is its `handle`
 */
export function toFetchHandler<Platform extends readonly unknown[] = readonly unknown[]>(
  served: ServedHandler,
  options: FetchOptions<Platform>,
): FetchHandler<Platform>;
export function toFetchHandler<Platform extends readonly unknown[] = readonly unknown[]>(
  served: ServedHandler,
  given?: FactoriesOptional<FetchOptions<Platform>>,
): FetchHandler<Platform> {
  const checked = declared(given as FactoriesOptional<FetchOptions<readonly unknown[]>>);
  const core: AdapterCore = {
    ...checked,
    handler: handlerOf(served, DOOR),
    factories: requestFactoriesOf(served, checked.factories, DOOR),
    timeouts: timeoutsOfPlatform(),
    report: errorReporter(checked.onError),
  };
  return (native, ...platform) => answer(core, native, platform);
}
