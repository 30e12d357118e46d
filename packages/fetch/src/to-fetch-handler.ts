import { quote } from '@mortise/base';
import {
  checkedHandler,
  checkOptions,
  errorReporter,
  type FactoriesOptional,
  withFactories,
} from '@mortise/base/adapter';
import type { ServedApplication, ServedHandler } from '@mortise/http-message';
import { FetchAdapterError, invalidOption } from './errors.js';
import { Exchange, type ExchangeHost } from './exchange.js';
import type { FetchOptions } from './options.js';
import { limitsWith } from './limits.js';
import { checkedBasePath } from './request/mount.js';
import { FetchRequestSource, type SourceSettings } from './request/request-source.js';
import { timeoutsOfPlatform } from './timeouts-of-platform.js';

/**
 * Responds to the requests of a platform: with a promise if the application is asynchronous. Never throws or rejects.
 */
export type FetchHandler<Platform extends readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Response | Promise<Response>;

const OPTIONS: Readonly<Record<keyof FetchOptions<readonly []>, 1>> = {
  factories: 1,
  limits: 1,
  clientOf: 1,
  basePath: 1,
  prefixOf: 1,
  attributesOf: 1,
  waitUntil: 1,
  onError: 1,
};

/**
 * Converts a handler to the function that Workers, Deno, Bun and service workers call for a request.
 *
 * @param served an application, whose factories create the requests unless the options have others
 * @throws {FetchAdapterError} `OPTION_INVALID`
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
  optional?: FactoriesOptional<FetchOptions<Platform>>,
): FetchHandler<Platform> {
  const handler = checkedHandler(served, invalidOption);
  const options = withFactories<FetchOptions<Platform>>(served, optional, invalidOption);
  checkOptions(options, OPTIONS, invalidOption);
  const given = options as FetchOptions<readonly unknown[]>;
  const limits = limitsWith(options.limits);
  const settings: ExchangeHost & SourceSettings = {
    ...given,
    basePath: checkedBasePath(options.basePath ?? ''),
    limits,
    timeouts: timeoutsOfPlatform(),
    receive: receiverOf(given, limits.targetLength),
    report: errorReporter(options.onError),
  };
  return (native, ...platform) => {
    const source = new FetchRequestSource(native, settings, platform);
    const exchange = new Exchange(settings, native, source, platform);
    source.bodyWatcher = exchange;
    return exchange.answer(handler);
  };
}

function receiverOf(
  { factories, attributesOf }: FetchOptions<readonly unknown[]>,
  targetLength: number,
): ExchangeHost['receive'] {
  return (source, platform) => {
    if (source.target.length > targetLength) throw tooLong(targetLength);
    if (source.elsewhere) throw outsideBasePath();
    const request = factories.createServerRequestFromSource(source);
    if (attributesOf === undefined) return request;
    const attributes = attributesOf(...platform);
    if (typeof (attributes as unknown) === 'object') return request.withAttributes(attributes);
    const rule = 'expected an object: () => ({ name: value })';
    throw invalidOption(`attributesOf returned ${quote(attributes)}; ${rule}`);
  };
}

function tooLong(limit: number): FetchAdapterError {
  const text = `the request target exceeds the limit of ${limit} characters`;
  return new FetchAdapterError('TARGET_TOO_LONG', text, 414);
}

function outsideBasePath(): FetchAdapterError {
  const text = 'the path of the request is outside the base path of the application';
  return new FetchAdapterError('OUTSIDE_BASE_PATH', text, 404);
}
