import { expectTypeOf } from 'expect-type';
import type { RequestHandlerInterface, ResponseInterface } from '@mortise/http-message';
import * as app from '../src/index.js';
import type { AppInterface, RouteCollectorProxyInterface, VariantB } from '../src/index.js';

class Coded extends Error {
  readonly code = 'A';
}

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
  const web = (): Response => new Response('x');
  application
    .get('/', web)
    .add(async (_request, handler) => {
      expectTypeOf(handler).toEqualTypeOf<RequestHandlerInterface>();
      return Promise.resolve(web());
    })
    .add({ process: web });
  application.get('/', { handle: web }, { layers: [web] });
  application.group('/', anywhere, { layers: [{ process: web }] }).add(web);
  application.mount('/', { handle: web });
  // @ts-expect-error middleware of the application returns a message
  application.add(web);
  // @ts-expect-error the same, as an object
  application.add({ process: web });
  // @ts-expect-error a Response of the platform, or a message
  application.get('/', web).add(() => 'text');
  application
    .addErrorMiddleware(false, true, true)
    .setErrorHandler(app.HttpMethodNotAllowedException, (_request, error) => {
      expectTypeOf(error).toEqualTypeOf<app.HttpMethodNotAllowedException>();
      return application.factories.createResponse(error.status);
    });
  application.setErrorHandler([RangeError, SyntaxError, Coded], (_request, error) => {
    expectTypeOf(error).toEqualTypeOf<RangeError | SyntaxError | Coded>();
    return application.factories.createResponse();
  });
  const list = application.get('/list[/{page}]', (_request, response) => response);
  application.get('/pages[/{page}]', (request, response, { page }) => {
    // @ts-expect-error the argument of this route is required
    app.urlFor(request, application.get('/{page}', 'name'), { page });
    return app.redirect(response, app.urlFor(request, list, { page }));
  });
  const name = application.get('/', 'name in the container').setName('home').getName();
  expectTypeOf(name).toEqualTypeOf<string | null>();
}
