import { describe, expect, it } from '@jest/globals';
import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  AppError,
  type AppInterface,
  createApp,
  type MiddlewareFunction,
  type RouteInterface,
} from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  const nothing = undefined as unknown as ResponseInterface;

  describe('a layer that passes something else than a request', () => {
    it.each([undefined, null, {}, new Request('http://example.test/')])(
      'gets an error that says what to write, and the client the error page: %p',
      async (given) => {
        const { lines, logger } = recorder();
        for (const layer of [
          (_request, handler) => handler.handle(given as never),
          async (_request, handler) => Promise.resolve(await handler.handle(given as never)),
        ] satisfies MiddlewareFunction[]) {
          const app = createApp({ factories, logger });
          app.get('/', (_request, response) => response);
          app.add(layer);
          app.add(async (request, handler) =>
            (await handler.handle(request)).withHeader('X-Outer', 'yes'),
          );
          const response = await app.handle(get('/'));
          expect(response.getStatusCode()).toBe(500);
          expect(response.getHeaderLine('X-Outer')).toBe('yes');
          expect(await response.getBody().text()).toContain('500 Internal Server Error');
        }
        expect(lines.map(([, text]) => text)).toEqual([
          expect.stringContaining('instead of the request: write handler.handle(request)'),
          expect.stringContaining('instead of the request: write handler.handle(request)'),
        ]);
      },
    );
  });

  describe('a layer that returns no response', () => {
    it.each<[string, () => unknown]>([
      ['at once', () => nothing],
      ['later', () => Promise.resolve(nothing)],
    ])('is named when it is a route (%s)', async (_when, callback) => {
      const app = bare();
      app.get('/books/{id}', callback as () => ResponseInterface);
      const error = (await errorOf(app)) as AppError;
      expect(error.code).toBe('RESPONSE_MISSING');
      expect(error.message).toContain('route GET /books/{id} returned undefined');
    });

    it.each<[string, MiddlewareFunction]>([
      [
        'function',
        function auth() {
          return nothing;
        },
      ],
      [
        'asynchronous function',
        async function auth(request, handler) {
          await handler.handle(request);
          return nothing;
        },
      ],
    ])('is named when it is a middleware (%s)', async (_kind, auth) => {
      const app = bare();
      app.get('/books/{id}', (_request, response) => response);
      app.add(auth).add((request, handler) => handler.handle(request));
      const error = await errorOf(app);
      expect(error).toBeInstanceOf(AppError);
      expect((error as Error).message).toContain('middleware "auth" returned undefined');
    });

    it.each([
      [nothing, /is a "return" missing/],
      [{ title: 'Emma' }, /^route GET \/books\/\{id\} returned an object instead of a response$/],
      ['Emma', /^route GET \/books\/\{id\} returned "Emma" instead of a response$/],
    ])('gets an error message about %j', async (value, way) => {
      const app = bare();
      app.get('/books/{id}', () => value as ResponseInterface);
      expect(((await errorOf(app)) as Error).message).toMatch(way);
    });

    it('is named by its place and number if it has no name', async () => {
      const app = bare();
      app
        .group('/books', (group) => {
          group.get('/{id}', (_request, response) => response);
        })
        .add({ process: () => nothing });
      expect(((await errorOf(app)) as Error).message).toContain('middleware #1 of group /books');
    });

    it.each<[string, MiddlewareFunction | MiddlewareInterface, string]>([
      [
        'a class',
        new (class Audit {
          readonly process = () => nothing;
        })(),
        '"Audit"',
      ],
      [
        'a class without a name',
        new (class {
          readonly process = () => nothing;
        })(),
        '#3',
      ],
      ['no class', { process: () => nothing }, '#3'],
      ['an empty name', { name: '', process: () => nothing }, '#3'],
      ['a name that is not text', { name: 7 as never, process: () => nothing }, '#3'],
      [
        'an arrow function',
        (
          (): MiddlewareFunction => () =>
            nothing
        )(),
        '#3',
      ],
      [
        'an asynchronous function',
        (
          (): MiddlewareFunction => async () =>
            Promise.resolve(nothing)
        )(),
        '#3',
      ],
      [
        'no prototype',
        Object.assign(Object.create(null) as MiddlewareInterface, { process: () => nothing }),
        '#3',
      ],
    ])('is called by its name or its number (%s)', async (_what, middleware, name) => {
      const pass: MiddlewareFunction = (request, handler) => handler.handle(request);
      const app = bare();
      app.add(pass);
      app.add(pass).add(middleware);
      expect(((await errorOf(app)) as Error).message).toMatch(
        new RegExp(`^middleware ${name} returned undefined`),
      );
    });

    it('is named even if it returned responses before', async () => {
      const app = bare();
      let answers = 2;
      app.get('/books/{id}', (_request, response) => response);
      app.add(async function flaky(request, handler) {
        const response = await handler.handle(request);
        return answers-- > 0 ? response : nothing;
      });
      app.add(async (request, handler) => handler.handle(request));
      await app.handle(get('/books/1'));
      await app.handle(get('/books/1'));
      expect(((await errorOf(app)) as Error).message).toContain('middleware "flaky" returned');
    });
  });

  describe('under development: false', () => {
    const unchecked = { factories, development: false } as const;
    async function empty(request: ServerRequestInterface, handler: RequestHandlerInterface) {
      await handler.handle(request);
      return nothing;
    }

    it.each<[string, (app: AppInterface) => { add(layer: MiddlewareFunction): unknown }, string]>([
      ['the application', (app) => app, ''],
      [
        'a route',
        (app) => app.getRouteCollector().getRoutes()[0] as RouteInterface,
        ' of route GET /books/{id}',
      ],
    ])('a middleware of %s that resolves without a response is named', async (_of, of, place) => {
      const app = createApp({ ...unchecked, errors: false });
      app.get('/books/{id}', (_request, response) => response);
      of(app).add(empty);
      app.add(async (request, handler) => handler.handle(request));
      expect(await errorOf(app)).toMatchObject({
        code: 'RESPONSE_MISSING',
        message: `middleware "empty"${place} returned undefined instead of a response; is a "return" missing?`,
      });
    });

    it('is an error for the error middleware around it', async () => {
      const app = createApp(unchecked);
      app.get('/books/{id}', (_request, response) => response);
      const seen: unknown[] = [];
      app.add(empty);
      app.addErrorMiddleware().setErrorHandler(AppError, (_request, { code }) => {
        seen.push(code);
        return factories.createResponse(500);
      });
      expect((await app.handle(get('/books/1'))).getStatusCode()).toBe(500);
      expect(seen).toEqual(['RESPONSE_MISSING']);
    });

    it('a route, and a middleware that returns synchronously, are named', async () => {
      const app = createApp({ ...unchecked, errors: false });
      app.get('/books/{id}', () => Promise.resolve(nothing));
      expect(((await errorOf(app)) as Error).message).toContain('route GET /books/{id}');
      app.add(function auth() {
        return nothing;
      });
      expect(((await errorOf(app)) as Error).message).toContain('middleware "auth"');
    });
  });

  describe('add', () => {
    it('refuses a value that is not middleware where it is added', () => {
      const app = bare();
      expect(() => app.add({} as MiddlewareFunction)).toThrow(
        /^invalid middleware: received .*; expected a function/,
      );
    });

    it('refuses a function with three parameters, and names fromConnect', () => {
      const connect = (_request: unknown, _response: unknown, next: () => void) => {
        next();
      };
      expect(() => bare().add(connect as never)).toThrow(
        /^invalid middleware: received a function with 3 parameters; .*fromConnect/,
      );
    });

    it.each([undefined, null, 7, true, {}, { process: 7 }])('refuses %p by its code', (value) => {
      const app = bare();
      expect(() => app.add(value as never)).toThrow(
        expect.objectContaining({ code: 'MIDDLEWARE_INVALID', value }),
      );
      expect(app.getMiddleware()).toEqual([]);
    });

    it('takes effect on later requests, on a group around the group of the route', async () => {
      const app = bare();
      const outer = app.group('/books', (books) => {
        books.group('/{id}', (book) => void book.get('', (_request, response) => response));
      });
      await app.handle(get('/books/1'));
      outer.add(async (request, handler) =>
        (await handler.handle(request)).withAddedHeader('Late', 'yes'),
      );
      expect((await app.handle(get('/books/1'))).getHeaderLine('Late')).toBe('yes');
    });

    it('takes effect on later requests, on an application and on a route', async () => {
      const app = bare();
      const route = app.get('/books/{id}', (_request, response) => response);
      await app.handle(get('/books/1'));
      route.add(async (request, handler) =>
        (await handler.handle(request)).withAddedHeader('Late', 'yes'),
      );
      app.add(async (request, handler) =>
        (await handler.handle(request)).withAddedHeader('Late', 'later'),
      );
      expect((await app.handle(get('/books/1'))).getHeaderLine('Late')).toBe('yes, later');
    });
  });

  function bare() {
    return createApp({ factories, errors: false });
  }

  async function errorOf(app: ReturnType<typeof bare>): Promise<unknown> {
    try {
      return await app.handle(get('/books/7'));
    } catch (error) {
      return error;
    }
  }
});
