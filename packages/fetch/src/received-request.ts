import { headersOf, isThenable, statusOf } from '@mortise/base';
import { errorEvent, handleTraced, OUTSIDE_BASE_PATH } from '@mortise/base/adapter';
import { ensure } from '@mortise/base/options';
import type { ErrorEvent, ServerRequestInterface } from '@mortise/http-message';
import type { AdapterCore } from './adapter-core.js';
import { isOfHead } from './error-kinds.js';
import { Exchange } from './exchange.js';
import { FetchAdapterError } from './fetch-adapter-error.js';
import { FetchRequestSource } from './request/request-source.js';
import { inOwnContext } from './request-context.js';
import { errorResponse } from './response/error-response.js';

/**
 * Responds to a request that the platform has received: calls the handler in its own asynchronous context. An
 * {@link Exchange} does the rest.
 *
 * @param platform the arguments that the platform passed after the request
 * @returns a promise only for an asynchronous handler; never throws or rejects
 */
export function answer(
  core: AdapterCore,
  native: Request,
  platform: readonly unknown[],
): Response | Promise<Response> {
  return inOwnContext(handle, core, new FetchRequestSource(native, core, platform));
}

function handle(core: AdapterCore, source: FetchRequestSource): Response | Promise<Response> {
  let exchange: Exchange | null = null;
  try {
    const request = receive(core, source);
    exchange = new Exchange(core, request, source);
    const result = handleTraced(core.handler, request, core.basePath);
    return isThenable(result) ? exchange.respondLater(result) : exchange.respond(result);
  } catch (error) {
    return exchange === null ? refuse(core, source, error) : exchange.fail(error, 'handler');
  }
}

function receive(core: AdapterCore, source: FetchRequestSource): ServerRequestInterface {
  const { targetLength } = core.limits;
  if (source.target.length > targetLength) throw tooLong(targetLength);
  if (source.elsewhere) throw new FetchAdapterError(...OUTSIDE_BASE_PATH);
  const request = core.factories.createServerRequestFromSource(source);
  if (core.attributesOf === undefined) return request;
  const attributes: unknown = core.attributesOf(...source.platform);
  // The names of a list or a `Map` would be those of no value.
  const isObject =
    typeof attributes === 'object' && attributes !== null && !(Symbol.iterator in attributes);
  const expected = 'the returned value to be an object, such as { name: value }';
  ensure(isObject, 'toFetchHandler.attributesOf', attributes, expected);
  return request.withAttributes(attributes as Readonly<Record<string, unknown>>);
}

/** Refuses a request before a handler sees it. */
function refuse(core: AdapterCore, source: FetchRequestSource, error: unknown): Response {
  const status = statusOf(error) ?? 500;
  const report = (problem: unknown, phase: ErrorEvent['phase']): void => {
    core.report(problem, errorEvent(phase, status, source));
  };
  if (status >= 500 || isOfHead(error)) report(error, 'request');
  return errorResponse(status, headersOf(error), source.method === 'HEAD', (invalid) => {
    report(invalid, 'response');
  });
}

function tooLong(limit: number): FetchAdapterError {
  const text = `The request target exceeds the limit of ${limit} characters.`;
  return new FetchAdapterError('TARGET_TOO_LONG', text, 414);
}
