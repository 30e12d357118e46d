import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { Router } from '@mortise/router';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  contentLength,
  createApp,
  json,
  type MiddlewareFunction,
  type RouterInterface,
  type RouterRoute,
  text,
} from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get, request } = requestsOf(factories);
  /** Knows exact paths only. */
  const exactRouter = (): RouterInterface => {
    const routes: RouterRoute[] = [];
    let mounted = '';
    const at = (path: string): RouterRoute | undefined =>
      routes.find(({ pattern }) => mounted + pattern === path);
    return {
      add(methods, pattern, handler, { name = null, metadata = {} } = {}) {
        const route = {
          ...{ pattern, methods, handler, metadata, name },
          rename: (other: string) => void (route.name = other),
          url: (): string => mounted + pattern,
        };
        routes.push(route);
        return route;
      },
      dispatch(method, path) {
        const route = at(path);
        if (route === undefined) return { kind: 'not-found' };
        const { methods, handler } = route;
        return methods.includes(method)
          ? { kind: 'found', handler, args: {} }
          : { kind: 'method-not-allowed', allowed: methods };
      },
      mount: (path) => void (mounted = path),
      routes: () => routes,
      named: (name) => routes.find((route) => route.name === name) ?? null,
      methodsFor: (path) => at(path)?.methods ?? [],
    };
  };

  describe('createApp', () => {
    it('creates an application of variant B if the variant is undefined', async () => {
      const app = createApp({ factories, variant: undefined });
      app.get('/x', (_request, answer) => text(answer, 'b'));
      expect(await (await app.handle(get('/x'))).getBody().text()).toBe('b');
    });

    it('accepts another router, and mounts it under a base path', async () => {
      const app = createApp({ factories, router: exactRouter() });
      app.get('/x', (_request, answer) => text(answer, 'exact')).setName('x');
      app.setBasePath('/base');
      const response = await app.handle(get('/base/x'));
      expect(await response.getBody().text()).toBe('exact');
      expect((await app.handle(get('/x'))).getStatusCode()).toBe(404);
      expect((await app.handle(request('PUT', '/base/x'))).getStatusCode()).toBe(405);
      expect(app.getRouteCollector().getRouteParser().urlFor('x')).toBe('/base/x');
      expect(app.getRouteCollector().methodsFor('/base/x')).toEqual(['GET']);
      expect(app.explain('GET', '/base/x')).toBe('');
    });

    it.each([undefined, {}, { toMiddleware: () => null }])(
      'refuses %j as the variant of a factory',
      (variant) => {
        expect(() => createApp({ factories, variant: () => variant as never })).toThrow(
          expect.objectContaining({ code: 'OPTION_INVALID', option: 'createApp.variant' }),
        );
      },
    );

    it('accepts a router from @mortise/router', async () => {
      const app = createApp({ factories, router: new Router({ colonPlaceholders: false }) });
      app.get('/:x', (_request, response) => response);
      expect((await app.handle(get('/:x'))).getStatusCode()).toBe(200);
    });

    it('reads :name as the options of the router say', async () => {
      const answerOf = async (colonPlaceholders: boolean) => {
        const app = createApp({ factories, router: { colonPlaceholders } });
        app.get('/:name', (_request, response, args) => json(response, args));
        return (await app.handle(get('/emma'))).getStatusCode();
      };
      expect([await answerOf(true), await answerOf(false)]).toEqual([200, 404]);
    });

    it('says that it has no body parsing', () => {
      expect(() => createApp({ factories }).addBodyParsingMiddleware()).toThrow(
        expect.objectContaining({ name: 'AppError', code: 'BODY_PARSER_MISSING' }),
      );
    });

    it('creates the parser of addBodyParsingMiddleware with its options and those parsers', () => {
      const created: unknown[] = [];
      const app = createApp({
        factories,
        body: { maxBytes: 1, parsers: { 'text/csv': () => ['outer'], 'text/tsv': () => [] } },
        createBodyParser: (options, path) => {
          created.push([path, options.maxBytes, Object.entries(options.parsers ?? {})]);
          return (incoming) => incoming;
        },
      });
      const csv = () => [];
      app.addBodyParsingMiddleware({ 'text/csv': csv });
      const parsers = [
        ['text/csv', csv],
        ['text/tsv', expect.any(Function)],
      ];
      expect(created[1]).toEqual(['addBodyParsingMiddleware', 1, parsers]);
    });

    it('refuses body parsing if none was passed, and says what to pass', () => {
      expect(() => createApp({ factories }).addBodyParsingMiddleware()).toThrow(/createBodyParser/);
    });

    it('puts its layers, the first outermost, inside the layers that are added later', async () => {
      const order: string[] = [];
      const step =
        (name: string): MiddlewareFunction =>
        (incoming, handler) => {
          order.push(name);
          return handler.handle(incoming);
        };
      const app = createApp({ factories, layers: [step('outer'), step('inner')] });
      app.get('/', (_request, response) => response);
      app.add(step('first added')).add(step('last added'));
      await app.handle(get('/'));
      expect(order).toEqual(['last added', 'first added', 'outer', 'inner']);
    });

    it.each(['add', 'addMiddleware'] as const)(
      'refuses none and several layers for %s, of which only one would be added',
      (method) => {
        const pass: MiddlewareFunction = (incoming, handler) => handler.handle(incoming);
        const app = createApp({ factories });
        const route = app.get('/a', (_request, response) => response);
        const group = app.group('/g', () => undefined);
        for (const place of [app, route, group]) {
          for (const given of [[], [pass, pass]]) {
            const add = (): unknown => Reflect.apply(place[method], place, given);
            expect(add).toThrow(
              expect.objectContaining({
                code: 'MIDDLEWARE_INVALID',
                message: `add takes one middleware: received ${given.length}; call add for each, or pass a list as the layers option, outermost first`,
              }),
            );
          }
          expect(place.getMiddleware()).toEqual([]);
        }
      },
    );

    it.each(['group', 'route'] as const)(
      'adds none of the layers of a %s if one is invalid',
      (kind) => {
        const pass: MiddlewareFunction = (incoming, handler) => handler.handle(incoming);
        const options = { layers: [pass, 7 as never] };
        const app = createApp({ factories });
        const register = {
          group: () => app.group('/g', () => undefined, options),
          route: () => app.get('/a', (_request, response) => response, options),
        };
        expect(register[kind]).toThrow('invalid middleware: received 7');
        expect(app.getRouteCollector().getRoutes()).toEqual([]);
      },
    );

    it('accepts basePath as the prefix of its routes', async () => {
      const app = createApp({ factories, basePath: '/shop' });
      app.get('/books', (_request, response) => response);
      expect(app.getBasePath()).toBe('/shop');
      expect((await app.handle(get('/shop/books'))).getStatusCode()).toBe(200);
    });

    it.each(['x', '/{x}', '/%', 1, null])('refuses the option basePath %j', (basePath) => {
      expect(() => createApp({ factories, basePath: basePath as string })).toThrow(
        expect.objectContaining({
          ...{ code: 'OPTION_INVALID', option: 'createApp.basePath', value: basePath },
        }),
      );
    });

    it.each([{}, true, null])('refuses the argument %j of addRoutingMiddleware', (argument) => {
      const app = createApp({ factories });
      const given = [argument] as unknown as readonly [];
      expect(() => app.addRoutingMiddleware(...given)).toThrow(
        'expected no argument: pass the options as createApp({ router })',
      );
    });

    it('refuses the argument of contentLength', () => {
      const given = [{ strict: true }] as unknown as readonly [];
      expect(() => contentLength(...given)).toThrow('expected no argument: it has no options');
    });

    it.each([1, null, undefined, ['/shop']])('refuses the base path %j', (basePath) => {
      const app = createApp({ factories });
      expect(() => app.setBasePath(basePath as never)).toThrow(
        expect.objectContaining({
          code: 'BASE_PATH_INVALID',
          message: expect.stringContaining('expected "" or a path that begins with "/"'),
        }),
      );
    });

    it('refuses a container entry that is not a callback with the first request, and names its route', async () => {
      const container = { has: () => true, get: () => 7 };
      const app = createApp({ factories, container, errors: false });
      app.get('/x', 'seven');
      const handled = Promise.resolve().then(() => app.handle(get('/x')));
      await expect(handled).rejects.toMatchObject({
        code: 'CALLBACK_INVALID',
        message: expect.stringContaining('invalid handler for route /x: received 7;') as unknown,
      });
    });

    it('refuses a second handler of a route, which other frameworks accept as middleware', () => {
      const app = createApp({ factories });
      const handler = (_request: unknown, response: ResponseInterface) => response;
      expect(() => app.get('/x', handler, handler as never)).toThrow(
        expect.objectContaining({
          code: 'CALLBACK_INVALID',
          message:
            'invalid options for route /x: received a function; expected an object; a route has one handler, so pass middleware as { layers: [middleware] }',
        }),
      );
      expect(app.getRouteCollector().getRoutes()).toEqual([]);
    });

    it('refuses options before the handler, which other frameworks accept there', () => {
      const app = createApp({ factories });
      const handler = (_request: unknown, response: ResponseInterface) => response;
      expect(() => app.post('/x', { body: false } as never, handler as never)).toThrow(
        expect.objectContaining({
          code: 'CALLBACK_INVALID',
          message:
            'invalid handler for route /x: received options; expected a function, followed by the options: app.post(pattern, handler, options)',
        }),
      );
      expect(() => app.post('/x', [handler] as never, handler as never)).toThrow(
        'invalid handler for route /x: received an array',
      );
    });

    it('renders errors with the given texts and page', async () => {
      const app = createApp({
        factories,
        logger: { error: () => undefined, info: () => undefined },
        errors: {
          format: 'html',
          unknown: { title: 'Oh', description: 'Sorry & bye' },
          page: (title, content) => `${title}|${content}`,
        },
      });
      app.add(() => {
        throw new Error('x');
      });
      const response = await app.handle(get('/'));
      expect(await response.getBody().text()).toBe('Oh|<p>Sorry &amp; bye</p>');
    });
  });

  describe('options without types', () => {
    const unknown = (text: string) =>
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringContaining(text),
      }) as unknown as Error;

    it('are refused by createApp if it does not know their name', () => {
      const options: object = { factories, basepath: '/app' };
      expect(() => createApp(options as never)).toThrow(
        unknown('unknown option createApp.basepath; expected createApp.basePath'),
      );
      expect(() => createApp({ factories, router: { rawUrl: true } as object })).toThrow(
        unknown('unknown option createApp.router.rawUrl; expected createApp.router.rawUrls'),
      );
      expect(() => createApp({ factories, errors: { detail: true } as object })).toThrow(
        unknown('unknown option createApp.errors.detail; expected createApp.errors.details'),
      );
    });

    it.each([
      ['prefix', 'createApp.basePath'],
      ['middleware', 'createApp.layers'],
      ['trustProxy', 'serve(app, { trustProxy })'],
      ['onError', 'errors: { onError }'],
      ['bodyParser', 'createApp.createBodyParser'],
      ['checkLayers', 'createApp.development'],
    ])('are refused by createApp with what to write instead of %s', (name, line) => {
      expect(() => createApp({ factories, [name]: 1 })).toThrow(
        unknown(`unknown option createApp.${name}; expected ${line}`),
      );
    });

    it.each<[string, unknown, string]>([
      ['createApp', null, 'null; expected an object'],
      ['createApp.factories', {}, 'undefined; expected message factories'],
      [
        'createApp.container',
        { factories, container: { get: () => 1 } },
        'an object; expected a container',
      ],
      [
        'createApp.logger',
        { factories, logger: { error: () => 1 } },
        'an object; expected a logger',
      ],
      ['createApp.body', { factories, body: 7 }, '7; expected an object'],
      ['createApp.layers', { factories, layers: {} }, 'an object; expected a list of middleware'],
      ['createApp.development', { factories, development: 'yes' }, '"yes"; expected true or false'],
      ['createApp.errors', { factories, errors: null }, 'null; expected an object'],
      [
        'createApp.errors.format',
        { factories, errors: { format: 'pdf' } },
        '"pdf"; expected one of',
      ],
      [
        'createApp.errors.unknown.title',
        { factories, errors: { unknown: {} } },
        'undefined; expected a string',
      ],
      [
        'createApp.router',
        { factories, router: { dispatch: () => null } },
        'an object; expected options, or a router with add',
      ],
      [
        'createApp.router.rawUrls',
        { factories, router: { rawUrls: 1 } },
        '1; expected true or false',
      ],
    ])('are refused by createApp with a wrong value of %s', (option, given, text) => {
      const create = () => createApp(given as never);
      expect(create).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option }));
      expect(create).toThrow(`invalid ${option}: received ${text}`);
    });

    it('are omitted if they are undefined', () => {
      const given = { factories, errors: undefined, router: undefined, layers: undefined };
      expect(() => createApp(given as never)).not.toThrow();
    });

    it('are refused by addErrorMiddleware, which says what it knows', () => {
      const app = createApp({ factories, errors: { catchAll: true } });
      expect(() => app.addErrorMiddleware({ displayErrorDetails: true } as object)).toThrow(
        unknown('displayErrorDetails; expected addErrorMiddleware.details'),
      );
      expect(() => app.addErrorMiddleware({ details: true, log: false })).not.toThrow();
    });
  });

  describe('json', () => {
    it.each([[undefined], [() => 1]])('refuses %p, which has no JSON form', (data) => {
      expect(() => json(factories.createResponse(), data)).toThrow(TypeError);
    });

    it('keeps the Content-Type of the response, and sets the given status', () => {
      const response = factories
        .createResponse()
        .withHeader('Content-Type', 'application/hal+json');
      const answer = json(response, { a: 1 }, 201);
      expect([answer.getStatusCode(), answer.getHeaderLine('Content-Type')]).toEqual([
        201,
        'application/hal+json',
      ]);
    });
  });
});
