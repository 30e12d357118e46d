import { checkedHandler, checkFactories, errorReport } from '@mortise/base/adapter';
import type { Awaitable, ErrorEvent, ServedHandler } from '@mortise/http-message';
import { FetchAdapterError, invalidOption } from './errors.js';
import { Exchange, type ExchangeHost } from './exchange.js';
import type { FetchOptions } from './options.js';
import { limitsWith } from './limits.js';
import { checkedBasePath, top } from './request/mount.js';
import { FetchRequestSource } from './request/request-source.js';

/** Responds to the requests of a platform; never rejects. */
export type FetchHandler<Platform extends readonly unknown[]> = (
  request: Request,
  ...platform: Platform
) => Promise<Response>;

/**
 * Converts a handler to the function that Workers, Deno, Bun and service workers call for a request.
 *
 * @param served an application: an object with `handle`, or a function that is its `handle`
 * @throws {FetchAdapterError} `OPTION_INVALID`
 */
export function toFetchHandler<Platform extends readonly unknown[] = readonly unknown[]>(
  served: ServedHandler,
  options: FetchOptions<Platform>,
): FetchHandler<Platform> {
  const handler = checkedHandler(served, invalidOption);
  checkFactories(options, invalidOption);
  const { factories, clientOf, prefixOf, attributesOf } = options;
  const basePath = checkedBasePath(options.basePath ?? '');
  const limits = limitsWith(options.limits);
  const report = reporterOf(options.onError);
  return (native, ...platform) => {
    const host: ExchangeHost = {
      limits,
      report,
      settle: (end, failed) => {
        settle(end, failed, (cleanedUp) => options.waitUntil?.(cleanedUp, ...platform));
      },
    };
    const client = clientOf && ((request: Request) => clientOf(request, ...platform));
    const mount = {
      basePath,
      prefixOf: prefixOf ? (request: Request) => prefixOf(request, ...platform) : top.prefixOf,
    };
    const source = new FetchRequestSource(native, limits, client, mount);
    const exchange = new Exchange(host, native, source);
    source.bodyWatcher = exchange.clock;
    return exchange.answer(handler, () => {
      if (source.target.length > limits.targetLength) throw tooLong(limits.targetLength);
      if (source.elsewhere) throw outsideBasePath();
      const request = factories.createServerRequestFromSource(source);
      return attributesOf ? request.withAttributes(attributesOf(...platform)) : request;
    });
  };
}

type Report = (error: unknown, event: ErrorEvent) => void;

function settle(
  end: () => Awaitable<void>,
  failed: (error: unknown) => void,
  waitUntil: (cleanedUp: Promise<void>) => void,
): void {
  try {
    const ending = end();
    if (ending !== undefined) waitUntil(Promise.resolve(ending).catch(failed));
  } catch (error) {
    failed(error);
  }
}

function reporterOf(onError: Report = printError): Report {
  return (error, event) => {
    try {
      onError(error, event);
    } catch (another) {
      printError(error, event);
      printError(another, event);
    }
  };
}

/** The default of `onError`: prints method, target and stack to the console. */
function printError(error: unknown, event: ErrorEvent): void {
  console.error(errorReport(error, event));
}

function tooLong(limit: number): FetchAdapterError {
  const text = `the request target exceeds the limit of ${limit} characters`;
  return new FetchAdapterError('TARGET_TOO_LONG', text, 414);
}

function outsideBasePath(): FetchAdapterError {
  const text = 'the path of the request is outside the base path of the application';
  return new FetchAdapterError('OUTSIDE_BASE_PATH', text, 404);
}
