import type {
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** What a request meets: the error of the layer, or the request that its handler gets and the response. */
export interface Outcome {
  readonly error: { readonly code?: unknown; readonly status?: unknown } | null;
  readonly request: ServerRequestInterface | null;
  readonly response: ResponseInterface | null;
}

/** A request with these `Authorization` headers. */
export function requestWith(
  factories: HttpFactoriesInterface,
  ...authorization: readonly string[]
): ServerRequestInterface {
  const request = factories.createServerRequest('GET', 'https://h.test/');
  return authorization.length === 0 ? request : request.withHeader('Authorization', authorization);
}

/** Passes a request through layers, the first outermost. */
export async function respond(
  factories: HttpFactoriesInterface,
  layers: readonly MiddlewareInterface[],
  request: ServerRequestInterface,
): Promise<Outcome> {
  let inner: ServerRequestInterface | null = null;
  const handler = layers.reduceRight<RequestHandlerInterface>(
    (inside, layer) => ({ handle: (given) => layer.process(given, inside) }),
    {
      handle(given) {
        inner = given;
        return factories.createResponse();
      },
    },
  );
  try {
    const response = await handler.handle(request);
    return { error: null, request: inner, response };
  } catch (error) {
    return { error: error as Outcome['error'], request: inner, response: null };
  }
}

/** The status of a refusal and its challenges; `passed` for a request that reached the handler. */
export async function seen(
  factories: HttpFactoriesInterface,
  layer: MiddlewareInterface,
  ...authorization: readonly string[]
): Promise<unknown> {
  const { error } = await respond(factories, [layer], requestWith(factories, ...authorization));
  if (error === null) return 'passed';
  const { status, code, challenges } = error as Record<string, unknown>;
  return status === undefined ? error : { status, code, challenges };
}
