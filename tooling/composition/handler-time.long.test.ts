/** The time of a handler, where adapter, layers and route meet. */
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { HttpFactoriesInterface, RequestEnd } from '@mortise/http-message';
import {
  type AppInterface,
  createApp,
  errorOf,
  type MiddlewareFunction,
  type RouteHandler,
  text,
} from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { adapters, type Ask } from './adapters.js';

const ways = adapters.flatMap(([adapter, send]) =>
  nodeImplementations.map(([name, factories]) => [`${adapter}, ${name}`, send, factories] as const),
);

const GET: Ask = { method: 'GET', path: '/', headers: { accept: 'application/problem+json' } };
const LIMITED = { limits: { handlerTimeout: 20 } };
const never: RouteHandler = () => new Promise<never>(() => undefined);

describe.each(ways)('over %s', (_name, send, factories) => {
  it('a handler that takes too long is an error of the application, logged once', async () => {
    const logged: unknown[] = [];
    const reported: unknown[] = [];
    const seen: unknown[] = [];
    const ends: RequestEnd[] = [];
    const app = application(factories, logged);
    app.add(async (request, handler) => {
      request.getLifetime().onEnd((end) => {
        ends.push(end);
        seen.push(['ended, aborted', request.getLifetime().signal.aborted]);
      });
      const response = await handler.handle(request);
      seen.push(['answered, aborted', request.getLifetime().signal.aborted]);
      seen.push(codeOf(errorOf(request)));
      return response.withHeader('X-Layer', 'yes');
    });
    app.get('/', never);
    const { status, headers, body } = await send(app, GET, {
      ...LIMITED,
      onError: (error) => void reported.push(error),
    });
    expect([status, headers['x-layer'], headers['content-type']]).toEqual([
      ...[503, 'yes', 'application/problem+json'],
    ]);
    expect(JSON.parse(body.toString())).toMatchObject({ status: 503 });
    expect(logged.map(codeOf)).toEqual(['HANDLER_TIMEOUT']);
    expect(reported).toEqual([]);
    expect(seen).toEqual([
      ['answered, aborted', false],
      'HANDLER_TIMEOUT',
      ['ended, aborted', true],
    ]);
    expect(ends).toEqual([expect.objectContaining({ status: 503, error: logged[0] })]);
  });

  it('the layers of a group see it, so that they can undo', async () => {
    const seen: unknown[] = [];
    const app = application(factories);
    app.group('', (group) => group.get('/', never), {
      layers: [
        async (request, handler) => {
          try {
            return await handler.handle(request);
          } catch (error) {
            seen.push(codeOf(error));
            throw error;
          }
        },
      ],
    });
    expect((await send(app, GET, LIMITED)).status).toBe(503);
    expect(seen).toEqual(['HANDLER_TIMEOUT']);
  });

  it.each([
    ['mounted', false],
    ['mounted, behind an asynchronous layer', true],
    ['called by hand', false],
  ])('an application inside responds inside its own layers: %s', async (way, isAsync) => {
    const seen: unknown[] = [];
    const inner = application(factories);
    inner.group('', (group) => group.get('/', never), {
      layers: [
        (request, handler) =>
          Promise.resolve(handler.handle(request)).catch((error: unknown) => {
            seen.push(codeOf(error));
            throw error;
          }),
      ],
    });
    const named =
      (name: string): MiddlewareFunction =>
      async (request, handler) => {
        if (isAsync) await new Promise(setImmediate);
        return (await handler.handle(request)).withHeader(name, 'yes');
      };
    inner.add(named('X-Inner'));
    const app = application(factories);
    app.add(named('X-Outer'));
    if (way === 'called by hand') app.get('/', (request) => inner.handle(request));
    else app.mount('/below', inner, { limits: { handlerTimeout: 100 } });
    const options = way === 'called by hand' ? LIMITED : {};
    const path = way === 'called by hand' ? '/' : '/below';
    const { status, headers } = await send(app, { ...GET, path }, options);
    expect([status, headers['x-inner'], headers['x-outer']]).toEqual([503, 'yes', 'yes']);
    expect(seen).toEqual(['HANDLER_TIMEOUT']);
  });

  it.each([
    ['shorter than that of the mount', false, 20, 60_000, 503],
    ['shorter than that of the mount, behind an asynchronous layer', true, 20, 60_000, 503],
    ['longer than that of the mount', false, 60_000, 20, 200],
    ['longer than that of the mount, behind an asynchronous layer', true, 60_000, 20, 200],
  ])('the limit of a route inside a mount counts if it is %s', async (...row) => {
    const [, isAsync, own, ofMount, expected] = row;
    const inner = application(factories);
    const late: RouteHandler = (_request, response) =>
      new Promise((resolve) => setTimeout(resolve, 100, response));
    inner.get('/', expected === 503 ? never : late, { limits: { handlerTimeout: own } });
    inner.add(async (request, handler) => {
      if (isAsync) await new Promise(setImmediate);
      return (await handler.handle(request)).withHeader('X-Inner', 'yes');
    });
    const app = application(factories);
    app.mount('/below', inner, { limits: { handlerTimeout: ofMount } });
    const { status, headers } = await send(app, { ...GET, path: '/below' });
    expect([status, headers['x-inner']]).toEqual([expected, 'yes']);
  });

  it('a stream that the handler returns later is closed, and what it throws later is reported', async () => {
    const app = application(factories);
    const answered = gate();
    const reported: unknown[] = [];
    const body = factories.createStreamFromResource(new ReadableStream());
    app.get('/', async (_request, response) => {
      await answered.passed;
      return response.withBody(body);
    });
    app.get('/throws', async () => {
      await answered.passed;
      throw new Error('too late');
    });
    const options = { ...LIMITED, onError: (error: unknown) => void reported.push(error) };
    expect((await send(app, GET, options)).status).toBe(503);
    expect((await send(app, { ...GET, path: '/throws' }, options)).status).toBe(503);
    expect(reported).toEqual([]);
    answered.open();
    await new Promise(setImmediate);
    await expect(Promise.resolve(body.getContents())).rejects.toMatchObject({
      code: 'STREAM_DETACHED',
    });
    expect(reported).toEqual([new Error('too late')]);
  });

  it('layers of groups and routes, and handlers of errors, that hang are errors of the application', async () => {
    const application = (build: (app: AppInterface) => void): AppInterface => {
      const app = createApp({
        factories,
        logger: { error: () => undefined, info: () => undefined },
      });
      build(app);
      app.add(async (request, handler) => {
        const response = await handler.handle(request);
        return response.withHeader('X-Layer', String(codeOf(errorOf(request))));
      });
      return app;
    };
    const hangs: MiddlewareFunction = () => new Promise<never>(() => undefined);
    const hangsLater: MiddlewareFunction = async (request, handler) => {
      await handler.handle(request);
      return new Promise<never>(() => undefined);
    };
    const quick: RouteHandler = (_request, response) => text(response, 'ok');
    const late: RouteHandler = async (_request, response) => Promise.resolve(response);
    const fails: RouteHandler = () => Promise.reject(new Error('x'));
    const inGroup = (layer: MiddlewareFunction, handler: RouteHandler) =>
      application((app) => app.group('', (group) => group.get('/', handler), { layers: [layer] }));
    const onRoute = (layer: MiddlewareFunction, handler: RouteHandler) =>
      application((app) => app.get('/', handler, { layers: [layer] }));
    const withErrorHandler = (handler: RouteHandler) =>
      application((app) => {
        app.get('/', handler);
        app.setDefaultErrorHandler(() => new Promise<never>(() => undefined));
      });
    const withErrorMiddleware = application((app) => {
      app.get('/', fails);
      app
        .addErrorMiddleware()
        .setErrorHandler(Error, () => new Promise<never>(() => undefined), true);
    });
    const apps = {
      'a group, before the handler': inGroup(hangs, quick),
      'a group, after a synchronous handler': inGroup(hangsLater, quick),
      'a group, after an asynchronous handler': inGroup(hangsLater, late),
      'a group, after a handler that hangs': inGroup(
        (request, handler) =>
          Promise.resolve(handler.handle(request)).catch(() => new Promise<never>(() => undefined)),
        never,
      ),
      'a route, before the handler': onRoute(hangs, quick),
      'a route, after the handler': onRoute(hangsLater, late),
      'a layer of an application inside': application((app) => {
        const inner = createApp({ factories });
        inner.get('/', late);
        inner.add(hangsLater);
        app.get('/', (request) => inner.handle(request));
      }),
      'a handler of errors': withErrorHandler(fails),
      'a handler of errors, after a handler that hangs': withErrorHandler(never),
      'a handler of addErrorMiddleware': withErrorMiddleware,
    };
    const reported: unknown[] = [];
    const options = { ...LIMITED, onError: (error: unknown) => void reported.push(error) };
    const rows = Object.entries(apps).map(async ([name, app]) => {
      const { status, headers } = await send(app, GET, options);
      return [name, status, headers['x-layer']];
    });
    expect(await Promise.all(rows)).toEqual(
      Object.keys(apps).map((name) => [name, 503, 'HANDLER_TIMEOUT']),
    );
    expect(reported).toEqual([]);
  });

  it('handlers of errors and of unknown paths of variant A that hang are errors of the application', async () => {
    const app = createVariantA({ factories });
    const never = () => () => new Promise<never>(() => undefined);
    app.getContainer().set('errorHandler', never).set('notFoundHandler', never);
    app.get('/', () => Promise.reject(new Error('x')));
    const reported: unknown[] = [];
    const options = { ...LIMITED, onError: (error: unknown) => void reported.push(error) };
    const results = ['/', '/unknown'].map(async (path) => {
      const { status, headers } = await send(app, { ...GET, path }, options);
      return [status, headers['content-type']];
    });
    const expected = [503, 'application/problem+json'];
    expect(await Promise.all(results)).toEqual([expected, expected]);
    expect(reported).toEqual([]);
  });

  it('layers of the application have the time of the adapter, whatever that of a route', async () => {
    const app = application(factories);
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      return response.withHeader('X-Layer', 'yes');
    });
    app.get('/', async (_request, response) => Promise.resolve(text(response, 'done')), LIMITED);
    app.get('/never', never, LIMITED);
    const results = ['/', '/never'].map(async (path) => {
      const { status, headers } = await send(app, { ...GET, path });
      return [status, headers['x-layer']];
    });
    expect(await Promise.all(results)).toEqual([
      [200, 'yes'],
      [503, 'yes'],
    ]);
  });

  it('the adapter responds if a layer outside hangs too', async () => {
    const reported: unknown[] = [];
    const app = application(factories);
    app.add(() => new Promise<never>(() => undefined));
    app.get('/', never);
    const options = { ...LIMITED, onError: (error: unknown) => void reported.push(error) };
    const { status, headers } = await send(app, GET, options);
    expect([status, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(reported.map(codeOf)).toEqual(['HANDLER_TIMEOUT']);
  });

  it('the adapter responds if the layers give no response a second after the handler', async () => {
    const reported: unknown[] = [];
    const app = application(factories);
    app.add(async (request, handler) => {
      await handler.handle(request);
      return new Promise<never>(() => undefined);
    });
    app.get('/', never);
    const options = { ...LIMITED, onError: (error: unknown) => void reported.push(error) };
    const { status, headers } = await send(app, GET, options);
    expect([status, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(reported.map(codeOf)).toEqual(['HANDLER_TIMEOUT']);
  });

  it('a route has more time than the adapter gives, or less, even behind an asynchronous layer', async () => {
    const app = createApp({
      factories,
      limits: { handlerTimeout: 5_000 },
      logger: { error: () => undefined, info: () => undefined },
    });
    app.add(async (request, handler) => {
      await new Promise(setImmediate);
      return handler.handle(request);
    });
    const slow: RouteHandler = async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return text(response, 'slow');
    };
    app.get('/', slow);
    app.get('/less', slow, { limits: { handlerTimeout: 10 } });
    const statuses = [GET, { ...GET, path: '/less' }].map(
      // Long enough for routing on a busy machine: from there on the limit of the route counts.
      async (ask) => (await send(app, ask, { limits: { handlerTimeout: 600 } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 503]);
  });

  it('a route with its limit of requests refuses the next one until one has ended', async () => {
    const app = application(factories);
    const [entered, go] = [gate(), gate()];
    app.get(
      '/',
      async (_request, response) => {
        entered.open();
        await go.passed;
        return text(response, 'done');
      },
      { limits: { concurrency: 1 } },
    );
    const first = send(app, GET);
    await entered.passed;
    const { status, headers, body } = await send(app, GET);
    expect([status, headers['retry-after'], JSON.parse(body.toString())]).toEqual([
      503,
      '1',
      expect.objectContaining({ status: 503, code: 'ROUTE_BUSY' }),
    ]);
    go.open();
    expect((await first).status).toBe(200);
    expect((await send(app, GET)).status).toBe(200);
  });
});

function application(factories: HttpFactoriesInterface, logged: unknown[] = []): AppInterface {
  const error = (_message: string, context?: { readonly exception?: unknown }) =>
    void logged.push(context?.exception);
  return createApp({ factories, logger: { error, info: () => undefined } });
}

function codeOf(error: unknown): unknown {
  return (Object(error) as { readonly code?: unknown }).code;
}

/** A promise that is resolved from outside. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    passed,
    open: () => {
      open();
    },
  };
}
