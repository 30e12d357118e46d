import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bodyParser } from '@mortise/body-parsers';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { methodOverride } from '@mortise/method-override';
import { ExceptionsWithoutStack } from '../../test/exceptions-without-stack.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppInterface,
  contentLength,
  createApp,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  type MiddlewareFunction,
  text,
  underPath,
  variantB,
} from '../index.js';

describe.each(implementations)('a request without a route on %s', (_name, factories) => {
  const { get, request } = requestsOf(factories);
  const quiet = { error: () => undefined, info: () => undefined };
  const pass: MiddlewareFunction = (incoming, handler) => handler.handle(incoming);

  const bare = (options: object = {}): AppInterface => {
    const app = createApp({
      factories,
      createBodyParser: (own, path) => bodyParser({ factories, ...own } as never, path),
      ...options,
    });
    app.get('/books/{id}', (_request, response) => response);
    return app;
  };
  const withErrors = (options: object = {}) => {
    const app = bare(options);
    return { app, errors: app.addErrorMiddleware(false, true, true) };
  };

  describe('has no exception', () => {
    let exceptions: ExceptionsWithoutStack;
    beforeEach(() => {
      exceptions = new ExceptionsWithoutStack();
    });
    afterEach(() => {
      exceptions.remove();
    });

    it.each<[string, () => AppInterface]>([
      ['in a bare application', () => bare()],
      ['next to addErrorMiddleware', () => withErrors().app],
      [
        'behind layers, also asynchronous ones',
        () =>
          bare()
            .add(pass)
            .add(methodOverride())
            .add(underPath('/', async (incoming, handler) => await handler.handle(incoming))),
      ],
      [
        'inside error middleware, behind body parsing alone',
        () => {
          const app = bare();
          app.addBodyParsingMiddleware();
          app.addErrorMiddleware(false, true, true);
          return app.add(pass);
        },
      ],
      [
        'where addRoutingMiddleware put routing',
        () => {
          const app = bare();
          app.add(pass).addRoutingMiddleware();
          app.addErrorMiddleware(false, true, true);
          return app;
        },
      ],
      [
        'with a handler for other errors',
        () => {
          const { app, errors } = withErrors();
          errors.setErrorHandler(RangeError, (_request, error) => {
            throw error;
          });
          return app;
        },
      ],
      [
        'with notFound',
        () =>
          bare()
            .add(pass)
            .notFound((_request, response) => response),
      ],
    ])('%s', async (_where, make) => {
      const app = make();
      await app.handle(get('/nowhere'));
      exceptions.count = 0;
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(404);
      expect(exceptions.count).toBe(0);
    });

    it.each<[string, () => AppInterface]>([
      [
        'a layer inside error middleware could see it',
        () => {
          const app = bare().add(pass);
          app.addErrorMiddleware(false, true, true);
          return app;
        },
      ],
      ['details are displayed', () => bare({ errors: { details: true } })],
      ['client errors are logged', () => bare({ logger: quiet })],
      ['a page is set, which can differ', () => bare({ errors: { format: 'html', page: String } })],
      [
        'a handler is set for it',
        () => {
          const { app, errors } = withErrors();
          errors.setErrorHandler(HttpNotFoundException, (_request, error) =>
            factories.createResponse(error.status),
          );
          return app;
        },
      ],
      [
        'a default handler is set',
        () => {
          const { app, errors } = withErrors();
          errors.setDefaultErrorHandler(() => factories.createResponse(404));
          return app;
        },
      ],
      [
        'a renderer is registered for its format',
        () => {
          const { app, errors } = withErrors();
          errors.getDefaultErrorHandler().registerErrorRenderer('text/html', () => 'own');
          return app;
        },
      ],
    ])('unless %s', async (_when, make) => {
      const app = make();
      await app.handle(get('/nowhere'));
      exceptions.count = 0;
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(404);
      expect(exceptions.count).toBe(1);
    });
  });

  it.each(
    [
      'text/html',
      'application/json',
      'application/problem+json',
      'text/xml',
      'text/plain',
      '',
    ].flatMap((accept): [string, string, string][] => [
      ['GET', '/nowhere', accept],
      ['POST', '/books/7', accept],
      ['GET', '/%00', accept],
    ]),
  )('has the response of its exception: %s %s as "%s"', async (method, path, accept) => {
    const wanted = request(method, path).withHeader('Accept', accept);
    for (const errors of [false, true]) {
      const direct = bare();
      const thrown = bare(errors ? {} : { logger: quiet }).add(pass);
      if (errors) for (const app of [direct, thrown]) app.addErrorMiddleware(false, true, true);
      const reference = await facts(thrown, wanted);
      expect([await facts(direct, wanted), await facts(direct, wanted)]).toEqual([
        reference,
        reference,
      ]);
    }
  });

  it('gets a copy of the response that was written first: what a layer adds is not in the next one', async () => {
    const app = createApp({ factories });
    app.get('/a', (_request, response) => response);
    app.post('/b', (_request, response) => response);
    app.add(async (incoming, handler) => {
      const response = await handler.handle(incoming);
      response.getBody().write('(seen)');
      return response.withAddedHeader('X-Layer', '1');
    });
    const seen: unknown[] = [];
    for (const [method, path] of [
      ['POST', '/a'],
      ['GET', '/b'],
      ['GET', '/c'],
      ['GET', '/c'],
    ] as const) {
      const response = await app.handle(request(method, path));
      const text = (await response.getBody().text()).replace(/\s+(?=\()/, ' ');
      seen.push([response.getHeaderLine('Allow'), response.getHeader('X-Layer').length, text]);
    }
    expect(seen).toEqual([
      ['GET, HEAD', 1, '405 Method Not Allowed (seen)'],
      ['POST', 1, '405 Method Not Allowed (seen)'],
      ['', 1, '404 Not Found (seen)'],
      ['', 1, '404 Not Found (seen)'],
    ]);
  });

  it('gets its own body, even after a different error in the same format', async () => {
    const app = bare();
    const titles = [];
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['POST', '/books/7'],
      ['GET', '/%00'],
      ['GET', '/nowhere'],
    ] as const) {
      titles.push((await (await app.handle(request(method, path))).getBody().text()).trim());
    }
    expect(titles).toEqual([
      '404 Not Found',
      '405 Method Not Allowed',
      '400 Bad Request',
      '404 Not Found',
    ]);
  });

  it('reaches layers as a response, and those inside error middleware as an exception', async () => {
    const seen: unknown[] = [];
    const watch: MiddlewareFunction = (incoming, handler) => {
      try {
        const response = handler.handle(incoming) as ResponseInterface;
        seen.push(response.getStatusCode());
        return response;
      } catch (error) {
        seen.push(error);
        throw error;
      }
    };
    await bare({ development: false }).add(watch).add(pass).handle(get('/nowhere'));
    const inside = bare().add(watch);
    inside.addErrorMiddleware(false, true, true);
    await inside.add(watch).handle(get('/nowhere'));
    expect(seen).toEqual([404, expect.any(HttpNotFoundException), 404]);
  });

  it('reaches contentLength inside error middleware as an exception, so that its response gets no length there', async () => {
    const app = bare().add(contentLength());
    app.addErrorMiddleware(false, true, true);
    const response = await app.handle(get('/nowhere'));
    expect(response.hasHeader('Content-Length')).toBe(false);
  });

  it('goes to failed() of a variant that answers errors', async () => {
    const app = createApp({
      factories,
      variant: (services) => ({
        ...variantB(services),
        failed: () => factories.createResponse(299),
      }),
    });
    expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(299);
  });

  it('leaves handle() as an exception under errors: false', () => {
    expect(() => bare({ errors: false }).handle(get('/nowhere'))).toThrow(HttpNotFoundException);
  });

  it.each([
    [
      'throws',
      (error: Error) => {
        throw error;
      },
    ],
    ['rejects', (error: Error) => Promise.reject(error)],
  ])('passes on what its handler %s, and calls the handler once', async (_how, fail) => {
    const failure = new Error('of the handler');
    let calls = 0;
    const { app, errors } = withErrors({ errors: false });
    errors.setErrorHandler(
      Error,
      () => {
        calls += 1;
        return fail(failure);
      },
      true,
    );
    await expect((async () => app.handle(get('/nowhere')))()).rejects.toBe(failure);
    expect(calls).toBe(1);
  });

  it.each([
    ['at once', () => undefined as never],
    ['later', () => Promise.resolve(undefined as never)],
  ])('names a handler that returns no response (%s)', async (_when, handler) => {
    const { app, errors } = withErrors({ errors: false });
    errors.setErrorHandler(HttpMethodNotAllowedException, handler);
    await expect((async () => app.handle(request('POST', '/books/7')))()).rejects.toThrow(
      'an error handler returned undefined',
    );
  });

  it('keeps Allow if a handler of 405 writes its own response', async () => {
    const { app, errors } = withErrors();
    errors.setErrorHandler(HttpMethodNotAllowedException, () => factories.createResponse(405));
    const response = await app.handle(request('POST', '/books/7'));
    expect(response.getHeaderLine('Allow')).toBe('GET, HEAD');
  });

  it('reaches a handler that is set after the first such request', async () => {
    const { app, errors } = withErrors();
    const body = async () => (await app.handle(request('GET', '/missing'))).getBody().text();
    const first = await body();
    errors.setDefaultErrorHandler(() => text(factories.createResponse(404), 'default'));
    const second = await body();
    errors.setErrorHandler(HttpNotFoundException, () => text(factories.createResponse(404), 'own'));
    expect([first.includes('Not Found'), second, await body()]).toEqual([true, 'default', 'own']);
  });

  describe('notFound', () => {
    it('receives a new response with the status 404', async () => {
      const app = bare().notFound((_request, response) => text(response, 'nothing here'));
      const response = await app.handle(get('/nowhere'));
      expect([response.getStatusCode(), await response.getBody().text()]).toEqual([
        404,
        'nothing here',
      ]);
    });

    it.each([undefined, null, 7, {}, { handle: 7 }])('refuses %p', (handler) => {
      expect(() => bare().notFound(handler as never)).toThrow(
        expect.objectContaining({ code: 'CALLBACK_INVALID', value: handler }),
      );
    });

    it('accepts an object with handle; the last one that is set is used', async () => {
      const app = bare()
        .notFound((_request, response) => response)
        .notFound({ handle: () => factories.createResponse(410) });
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(410);
    });

    it('returns its response through the layers outside routing', async () => {
      const app = bare().notFound(async (_request, response) => Promise.resolve(response));
      app.add(async (incoming, handler) =>
        (await handler.handle(incoming)).withHeader('X-Layer', 'yes'),
      );
      expect((await app.handle(get('/nowhere'))).getHeaderLine('X-Layer')).toBe('yes');
    });

    it.each([
      ['a path of other methods', 'POST', '/books/7', 405],
      ['a path that cannot be read', 'GET', '/%00', 400],
      ['an exception of a handler', 'GET', '/thrown', 404],
    ])('is not called for %s', async (_what, method, path, status) => {
      const app = bare().notFound(() => factories.createResponse(299));
      app.get('/thrown', (incoming) => {
        throw new HttpNotFoundException(incoming);
      });
      expect((await app.handle(request(method, path))).getStatusCode()).toBe(status);
    });

    it.each([
      ['at once', () => undefined],
      ['later', () => Promise.resolve(undefined)],
    ])('is named if it returns no response (%s)', async (_when, handler) => {
      for (const given of [handler as () => never, { handle: handler as () => never }]) {
        const app = bare({ errors: false }).notFound(given);
        await expect((async () => app.handle(get('/nowhere')))()).rejects.toThrow(
          'the app.notFound() handler returned undefined',
        );
      }
    });
  });
});

async function facts(app: AppInterface, request: ServerRequestInterface): Promise<unknown> {
  const response = await app.handle(request);
  const body = await response.getBody().text();
  return [response.getStatusCode(), response.getHeaders(), body];
}
