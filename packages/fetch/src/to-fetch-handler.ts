import {
  errorReporter,
  type FactoriesOptional,
  handlerOf,
  OUTSIDE_BASE_PATH,
  requestFactories,
  requestFactoriesOf,
} from '@mortise/base/adapter';
import { callable, ensure, nested, optional, options } from '@mortise/base/options';
import type {
  ServedApplication,
  ServedHandler,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import { FetchAdapterError } from './fetch-adapter-error.js';
import { Exchange } from './exchange.js';
import type { ExchangeHost } from './exchange-host.js';
import type { FetchOptions } from './options.js';
import { limitsWith } from './limits.js';
import { FetchRequestSource, type SourceSettings } from './request/request-source.js';
import { timeoutsOfPlatform } from './timeouts-of-platform.js';

/**
 * Responds to the requests of a platform: with a promise if the application is asynchronous. Never throws or rejects.
 */
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
  const handler = handlerOf(served, DOOR);
  const checked = declared(given as FactoriesOptional<FetchOptions<readonly unknown[]>>);
  const factories = requestFactoriesOf(served, checked.factories, DOOR);
  const settings: ExchangeHost & SourceSettings = {
    ...checked,
    timeouts: timeoutsOfPlatform(),
    receive: receiverOf(factories, checked.attributesOf, checked.limits.targetLength),
    report: errorReporter(checked.onError),
  };
  return (native, ...platform) => {
    const source = new FetchRequestSource(native, settings, platform);
    const exchange = new Exchange(settings, native, source, platform);
    source.bodyWatcher = exchange;
    return exchange.answer(handler);
  };
}

function receiverOf(
  factories: ServerRequestCreatorInterface,
  attributesOf: FetchOptions<readonly unknown[]>['attributesOf'],
  targetLength: number,
): ExchangeHost['receive'] {
  return (source, platform) => {
    if (source.target.length > targetLength) throw tooLong(targetLength);
    if (source.elsewhere) throw new FetchAdapterError(...OUTSIDE_BASE_PATH);
    const request = factories.createServerRequestFromSource(source);
    if (attributesOf === undefined) return request;
    const attributes: unknown = attributesOf(...platform);
    const isObject = typeof attributes === 'object' && attributes !== null;
    ensure(isObject, `${DOOR}.attributesOf`, attributes, 'an object: () => ({ name: value })');
    return request.withAttributes(attributes as Readonly<Record<string, unknown>>);
  };
}

function tooLong(limit: number): FetchAdapterError {
  const text = `the request target exceeds the limit of ${limit} characters`;
  return new FetchAdapterError('TARGET_TOO_LONG', text, 414);
}
