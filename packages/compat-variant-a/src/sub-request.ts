import { andThen, isThenable } from '@mortise/base';
import type {
  Awaitable,
  CookieParams,
  HttpFactoriesInterface,
  RequestLifetimeInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import type { Variant, VariantServices } from '@mortise/app';
import { VariantARequest } from './request/variant-a-request.js';
import { decorateResponse } from './response/variant-a-response.js';
import type { VariantAResponseInterface } from './response/variant-a-response-interface.js';
import type { VariantA } from './variant-a-types.js';

/**
 * Passes a new request to the routes of the application, through the middleware of the route and its groups, but not
 * that of the application. Errors are thrown unchanged.
 *
 * The request has its own lifetime. It ends when the response is returned or, if the response's body is not in memory,
 * when that body has been read or closed. Uploads are then removed.
 *
 * @param path the path within the application
 * @param query without `?`
 * @param body as a client would send it
 * @param response the initial response for the route
 */
export type SubRequest = (
  method: string,
  path: string,
  query?: string,
  headers?: Readonly<Record<string, string | readonly string[]>>,
  cookies?: CookieParams,
  body?: string,
  response?: ResponseInterface,
) => Awaitable<VariantAResponseInterface>;

/** What sub-requests are created from. */
export interface SubRequestParts {
  readonly services: VariantServices;
  readonly variant: Variant<VariantA>;
  readonly basePath: string;
}

/** Creates the function that makes sub-requests to one application. */
export function subRequester({ services, variant, basePath }: SubRequestParts): SubRequest {
  const { factories, routeRunner } = services;
  return (method, path, query = '', headers = {}, cookies = {}, body = '', response) => {
    const uri = factories.createUri().withPath(path).withBasePath(basePath).withQuery(query);
    let request: ServerRequestInterface = factories
      .createServerRequest(method, uri)
      .withCookieParams(cookies)
      .withBody(factories.createStream(body));
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const lifetime = request.getLifetime();
    const run = (): Awaitable<ResponseInterface> =>
      andThen(variant.prepare?.(request) ?? request, (ready) =>
        routeRunner.handle(
          response !== undefined && ready instanceof VariantARequest
            ? VariantARequest.withResponse(ready, response)
            : ready,
        ),
      );
    const answered = (answer: ResponseInterface): Awaitable<VariantAResponseInterface> =>
      endWith(decorateResponse(answer, factories), lifetime, factories);
    const failed = async (error: unknown): Promise<never> => {
      try {
        await lifetime.abort(error);
      } catch {
        // Only the first failure is reported.
      }
      throw error;
    };
    try {
      const answer = run();
      return isThenable(answer) ? answer.then(answered).then(undefined, failed) : answered(answer);
    } catch (error) {
      return failed(error);
    }
  };
}

/** Ends a lifetime with a response: immediately, or after a body that can still depend on it. */
function endWith(
  response: VariantAResponseInterface,
  lifetime: RequestLifetimeInterface,
  factories: HttpFactoriesInterface,
): Awaitable<VariantAResponseInterface> {
  const body = response.getBody();
  if (body.inMemory() !== null) return andThen(lifetime.end(), () => response);
  const end = async (): Promise<void> => {
    body.close();
    await lifetime.end();
  };
  return response.withBody(factories.createStreamFromResource(endingWith(body, end)));
}

/** Returns the rest of a body. @param end called when the body has ended, has failed or is no longer needed */
function endingWith(body: StreamInterface, end: () => Promise<void>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const chunks = body[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const result = await chunks.next();
            if (result.done === true) await end();
            return result;
          } catch (error) {
            await end();
            throw error;
          }
        },
        async return() {
          await end();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
