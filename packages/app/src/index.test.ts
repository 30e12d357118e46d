import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { ResponseInterface } from '@mortise/http-message';
import * as app from './index.js';
import type { AppInterface, RouteCollectorProxyInterface, VariantB } from './index.js';

/** Never called: type tests only need the calls to be checked. */
export function typesOf(application: AppInterface, pattern: string): void {
  application.get('/books/{id:[0-9]+}[/{format}]', (_request, response, args) => {
    expectTypeOf(args).toEqualTypeOf<{
      readonly id: string;
      readonly format?: string;
    }>();
    return response;
  });
  application.group('/a/:b', (a) => {
    a.group('/{c}', (c) => {
      expectTypeOf(c).toEqualTypeOf<RouteCollectorProxyInterface<VariantB, '/a/:b/{c}'>>();
      c.any('', async (_request, response, args) => {
        expectTypeOf(args).toEqualTypeOf<{
          readonly b: string;
          readonly c: string;
        }>();
        return Promise.resolve(response);
      });
      // @ts-expect-error the pattern has no argument of that name
      c.get('/x', (_request, response, { other }) => app.text(response, String(other)));
    });
  });
  const anywhere = (group: RouteCollectorProxyInterface): void => {
    group.get('/{d}', (_request, response, args) => {
      expectTypeOf(args).toEqualTypeOf<{ readonly d: string }>();
      return response;
    });
  };
  anywhere(application);
  application.group('/a', anywhere);
  application.group('/a/{b}', (a) => a.group('/c', anywhere));
  const ofBook = (group: RouteCollectorProxyInterface<VariantB, '/{book}'>): void => {
    group.get('', (_request, response, { book }) => app.text(response, book));
  };
  application.group('/{book}', ofBook);
  // @ts-expect-error the argument "book" would be missing
  application.group('/a', ofBook);
  application.get(pattern, (_request, response, args) => {
    expectTypeOf(args['anything']).toEqualTypeOf<string | undefined>();
    return response;
  });
  // @ts-expect-error a callback returns a response
  application.get('/', () => 'text');
  // @ts-expect-error a middleware returns a response
  application.add(() => undefined);
  application.add(async (request, handler) => {
    const response = await handler.handle(request);
    expectTypeOf(response).toEqualTypeOf<ResponseInterface>();
    return response;
  });
  application
    .addErrorMiddleware(false, true, true)
    .setErrorHandler(app.HttpMethodNotAllowedException, (_request, error) => {
      expectTypeOf(error).toEqualTypeOf<app.HttpMethodNotAllowedException>();
      return application.factories.createResponse(error.status);
    });
  const name = application.get('/', 'name in the container').setName('home').getName();
  expectTypeOf(name).toEqualTypeOf<string | null>();
}

describe('@mortise/app', () => {
  it('exports these names', () => {
    expect(Object.keys(app).sort()).toMatchInlineSnapshot(`
      [
        "AppError",
        "AppFactory",
        "HttpBadRequestException",
        "HttpError",
        "HttpException",
        "HttpForbiddenException",
        "HttpGoneException",
        "HttpInternalServerErrorException",
        "HttpMethodNotAllowedException",
        "HttpNotFoundException",
        "HttpNotImplementedException",
        "HttpTooManyRequestsException",
        "HttpUnauthorizedException",
        "ROUTE_CONTEXT",
        "RouteContext",
        "acceptQuery",
        "attachBodyParser",
        "canonicalUrl",
        "consoleLogger",
        "contentLength",
        "createApp",
        "errorFacts",
        "errorOf",
        "escapeHtml",
        "html",
        "htmlErrorRenderer",
        "httpError",
        "isError",
        "isHttpError",
        "isMiddleware",
        "isRequestHandler",
        "json",
        "jsonErrorRenderer",
        "localRedirect",
        "ndjson",
        "objectFirst",
        "parseBody",
        "perRequest",
        "plainErrorRenderer",
        "problemErrorRenderer",
        "redirect",
        "requestHandler",
        "requestPath",
        "requestResponse",
        "requestResponseArgs",
        "requestResponseNamedArgs",
        "routeOf",
        "text",
        "underPath",
        "variantB",
        "withCookie",
        "xmlErrorRenderer",
      ]
    `);
  });
});
