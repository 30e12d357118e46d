import { describe, expect, it, jest } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { noting, recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppInterface,
  createApp,
  errorOf,
  httpError,
  HttpNotFoundException,
  type MiddlewareFunction,
  text,
  type VariantB,
  variantB,
  type VariantFactory,
} from '../index.js';

const warnings = notedWarnings();

describe.each(implementations)('an error in an application on %s', (_name, factories) => {
  const { get, request } = requestsOf(factories);
  const refused = httpError(403, 'not you');
  /** Throws `refused` on three paths; each row below asks one of them. */
  const withRoutes = (app: AppInterface): AppInterface => {
    app.get('/', (_request, response) => text(response, 'fine'));
    app.get('/now', () => {
      throw refused;
    });
    app.get('/later', async () => Promise.reject(refused));
    app.get('/text', () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- any value can be thrown
      throw 'text';
    });
    app.get('/nothing', () => undefined as never);
    return app;
  };
  const bare = (options: object = {}) =>
    withRoutes(createApp({ factories, logger: recorder().logger, ...options }));
  const later: MiddlewareFunction = async (incoming, handler) => handler.handle(incoming);
  const pass: MiddlewareFunction = (incoming, handler) => handler.handle(incoming);
  const failing: MiddlewareFunction = () => {
    throw refused;
  };

  const table: [string, string, string, number, string | null][] = [
    ['a response', 'GET', '/', 200, null],
    ['an unknown path', 'GET', '/nowhere', 404, 'Not found.'],
    ['another method', 'POST', '/', 405, 'Method not allowed. Must be one of: GET, HEAD'],
    ['an unreadable path', 'GET', '/%00', 400, expect.stringContaining('The path') as never],
    ['a thrown client error', 'GET', '/now', 403, 'not you'],
    ['a late client error', 'GET', '/later', 403, 'not you'],
    ['a thrown text', 'GET', '/text', 500, '"text" was thrown; expected an Error'],
    [
      'no response',
      'GET',
      '/nothing',
      500,
      'route GET /nothing returned undefined instead of a response; is a "return" missing?',
    ],
  ];

  it.each(table)('is a response for layers: %s', async (_what, method, path, status, message) => {
    for (const development of [true, false]) {
      for (const inside of [[], [pass], [pass, later]]) {
        const app = bare({ development, layers: inside });
        const seen = noting(app);
        app.add(pass);
        const response = await app.handle(request(method, path));
        expect([response.getStatusCode(), response.getHeaderLine('X-Layer')]).toEqual([
          status,
          'yes',
        ]);
        expect(seen).toEqual([status, message]);
      }
    }
  });

  it('has no object for a constant 404', async () => {
    const app = createApp({ factories });
    const seen = noting(app);
    await app.handle(get('/nowhere'));
    expect(seen).toEqual([404, null]);
  });

  it('of a layer is a response for the layers outside it, which are the only ones asked', async () => {
    const late: MiddlewareFunction = async () => Promise.reject(refused);
    const nothing = (() => Promise.resolve(undefined)) as unknown as MiddlewareFunction;
    for (const [layer, status] of [
      [failing, 403],
      [late, 403],
      [nothing, 500],
    ] as const) {
      const app = bare();
      const inside = noting(app);
      app.add(layer);
      const outside = noting(app);
      const response = await app.handle(get('/'));
      expect([response.getStatusCode(), inside, outside[0]]).toEqual([status, [], status]);
    }
  });

  it('is an exception for layers of groups and routes', async () => {
    const app = bare();
    const seen: unknown[] = [];
    const watch: MiddlewareFunction = async (incoming, handler) => {
      try {
        return await handler.handle(incoming);
      } catch (error) {
        seen.push(error);
        throw error;
      }
    };
    app
      .group('/in', (group) => void group.get('', () => Promise.reject(refused)).add(watch))
      .add(watch);
    const outside = noting(app);
    await app.handle(get('/in'));
    expect([seen, outside]).toEqual([
      [refused, refused],
      [403, 'not you'],
    ]);
  });

  it('is an exception inside error middleware, and a response outside it', async () => {
    for (const path of ['/now', '/later']) {
      const app = bare();
      const inside = noting(app);
      app.addErrorMiddleware(false, false, false);
      const outside = noting(app);
      await app.add(pass).handle(get(path));
      expect([inside, outside]).toEqual([[refused], [403, 'not you']]);
    }
  });

  it('is an exception for all layers under errors: false', async () => {
    const app = bare({ errors: false });
    const inside = noting(app);
    const outside = noting(app);
    await expect((async () => app.handle(get('/later')))()).rejects.toBe(refused);
    expect([inside, outside]).toEqual([[refused], [refused]]);
  });

  it('is logged once, and gets its handler once, however many layers there are', async () => {
    const { logger, lines } = recorder();
    const onError = jest.fn();
    const app = bare({ logger, errors: { onError } }).add(pass).add(pass).add(pass);
    const response = await app.handle(get('/text'));
    expect(response.getStatusCode()).toBe(500);
    expect([lines.length, onError.mock.calls.length]).toEqual([1, 1]);
  });

  it('of an inner application is its response, which the outer one takes as such', async () => {
    const { logger, lines } = recorder();
    const inner = bare();
    const outer = createApp({ factories, logger });
    const seen = noting(outer);
    outer.any('/{rest:.*}', inner);
    await outer.handle(get('/now'));
    expect([seen, lines]).toEqual([[403, 'not you'], []]);
    const open = createApp({ factories, logger });
    open.any('/{rest:.*}', bare({ errors: false }));
    expect((await open.handle(get('/now'))).getStatusCode()).toBe(403);
    expect(lines).toHaveLength(1);
  });

  it('that a variant answers is known outside, too', async () => {
    const variant: VariantFactory<VariantB> = (services) => ({
      ...variantB(services),
      failed: () => factories.createResponse(403),
    });
    const outer = createApp({ factories, logger: recorder().logger });
    outer.any('/{rest:.*}', withRoutes(createApp({ factories, variant })));
    const seen = noting(outer);
    await outer.handle(get('/now'));
    expect(seen).toEqual([403, 'not you']);
  });

  it('is forgotten when a layer calls its handler again, inside placed routing too', async () => {
    for (const placed of [false, true]) {
      let calls = 0;
      const app = createApp({ factories, logger: recorder().logger });
      app.get('/', (_request, response) => {
        calls += 1;
        if (calls === 1) throw refused;
        return response;
      });
      const again: MiddlewareFunction = async (incoming, handler) => {
        await handler.handle(incoming);
        return handler.handle(incoming);
      };
      app.add(again);
      if (placed) app.addRoutingMiddleware();
      const seen = noting(app);
      await app.handle(get('/'));
      expect(seen).toEqual([200, null]);
    }
  });

  it('that a handler of every error makes is answered by the default handler, for the layers too', async () => {
    const app = bare();
    app.setErrorHandler(Error, () => Promise.reject(new Error('of the handler')), true);
    const seen = noting(app);
    const response = await app.handle(get('/now'));
    expect(await response.getBody().text()).toBe('500 Internal Server Error\n');
    expect(seen).toEqual([500, 'of the handler']);
  });

  it('costs no promise of its own for a layer that returns that of its handler', async () => {
    const app = bare({ development: false });
    const results: unknown[] = [];
    const keep: MiddlewareFunction = (incoming, handler) => {
      const result = handler.handle(incoming);
      results.push(result);
      return result;
    };
    app.add(keep).add(keep).add(keep);
    await app.handle(get('/later'));
    expect(new Set(results).size).toBe(1);
  });

  describe('with handlers of the application', () => {
    const own = (status: number) => () => factories.createResponse(status);

    it('gets that of its class, then the default one', async () => {
      const app = bare().setErrorHandler(HttpNotFoundException, own(299));
      app.add(pass);
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(299);
      expect((await app.handle(get('/now'))).getStatusCode()).toBe(403);
      app.setDefaultErrorHandler(own(298));
      expect((await app.handle(get('/now'))).getStatusCode()).toBe(298);
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(299);
    });

    it('gets that of error middleware first', async () => {
      const app = bare().setErrorHandler(HttpNotFoundException, own(299));
      const errors = app.addErrorMiddleware(false, false, false);
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(299);
      errors.setErrorHandler(HttpNotFoundException, own(298));
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(298);
    });

    it('is rendered by a renderer of the application', async () => {
      const app = bare();
      app.getDefaultErrorHandler().setDefaultErrorRenderer('text/x-own', (error) => error.message);
      const response = await app.handle(get('/now'));
      expect([response.getHeaderLine('Content-Type'), await response.getBody().text()]).toEqual([
        'text/x-own',
        'not you',
      ]);
    });

    it('cannot have them where the variant handles errors', () => {
      const variant: VariantFactory<VariantB> = (services) => ({
        ...variantB(services),
        failed: () => factories.createResponse(500),
      });
      expect(() => createApp({ factories, variant }).setErrorHandler(Error, own(500))).toThrow(
        'its variant responds to errors; set error handlers on the variant',
      );
    });

    it('cannot have them under errors: false', () => {
      for (const set of [
        (app: AppInterface) => app.setErrorHandler(Error, own(500)),
        (app: AppInterface) => app.setDefaultErrorHandler(own(500)),
        (app: AppInterface) => app.getDefaultErrorHandler(),
      ]) {
        expect(() => set(bare({ errors: false }))).toThrow(
          expect.objectContaining({
            code: 'ERROR_HANDLING_OFF',
            message:
              'the application has no error handlers: createApp({ errors: false }) lets handle() throw errors; omit that option, or set the handler on the result of addErrorMiddleware()',
          }),
        );
      }
    });
  });

  describe('that a layer waits for', () => {
    const warned = async (layer: MiddlewareFunction, options: object = {}, path = '/now') => {
      const before = warnings.length;
      const app = bare(options).add(layer);
      await app.handle(get(path));
      await app.handle(get(path));
      return warnings.slice(before).map(({ code, message }) => `${code}: ${message}`);
    };
    const rollback: MiddlewareFunction = async function transaction(incoming, handler) {
      try {
        return await handler.handle(incoming);
      } catch (error) {
        throw error as Error;
      }
    };

    it('is named once, in development', async () => {
      expect(await warned(rollback)).toEqual([
        'ERROR_NOT_SEEN: an error became a response before middleware "transaction" could see it',
      ]);
      const chained: MiddlewareFunction = (incoming, handler) =>
        Promise.resolve(handler.handle(incoming)).finally(() => undefined);
      expect(await warned(chained)).toHaveLength(1);
    });

    it('is not named otherwise', async () => {
      const reading: MiddlewareFunction = async (incoming, handler) => {
        try {
          return await handler.handle(incoming);
        } finally {
          errorOf(incoming);
        }
      };
      expect(await warned(reading)).toEqual([]);
      expect(await warned(pass)).toEqual([]);
      expect(await warned(rollback, { development: false })).toEqual([]);
      expect(await warned(rollback, {}, '/')).toEqual([]);
    });
  });

  describe('whose handler fails', () => {
    it.each<[string, () => never]>([
      ['at once', () => raise(new TypeError('bug'))],
      ['later', (async () => Promise.reject(new TypeError('bug'))) as never],
      ['without a response', (() => undefined) as never],
    ])(
      '(%s) is answered by the default handler, and all errors are logged',
      async (_how, handler) => {
        const { lines, logger } = recorder();
        const reported: unknown[] = [];
        const onError = (error: unknown) => void reported.push(error);
        const app = createApp({ factories, logger, errors: { onError } });
        app.get('/', () => raise(refused));
        app.setDefaultErrorHandler(handler);
        const response = await app.handle(get('/'));
        expect(response.getStatusCode()).toBe(500);
        expect(await response.getBody().text()).toContain('500 Internal Server Error');
        // That of the handler is offered to it too, and fails again. Each is the cause of the next.
        const failure = expect.objectContaining({
          name: expect.stringMatching(/TypeError|AppError/),
          cause: refused,
        });
        const last = expect.objectContaining({ cause: failure });
        expect(lines).toHaveLength(2);
        expect(reported).toEqual([failure, last]);
      },
    );

    it.each<[string, (error: Error) => never, number, string]>([
      ['throws it again', raise, 403, 'not you'],
      ['throws another client error', () => raise(httpError(409, 'taken')), 409, 'taken'],
      ['later', ((error: Error) => Promise.reject(error)) as never, 403, 'not you'],
    ])('(%s) is a response for layers', async (_how, fail, status, message) => {
      const app = createApp({ factories, logger: recorder().logger });
      app.get('/', () => raise(refused));
      app.setDefaultErrorHandler((_request, error) => fail(error));
      const seen = noting(app);
      const response = await app.handle(get('/'));
      expect([response.getStatusCode(), response.getHeaderLine('X-Layer')]).toEqual([
        status,
        'yes',
      ]);
      expect(seen).toEqual([status, message]);
    });

    it('is passed to the handler of the class that the first handler throws', async () => {
      const app = createApp({ factories, logger: recorder().logger });
      app.get('/', () => raise(refused));
      app.setDefaultErrorHandler(() => raise(new RangeError('other')));
      app.setErrorHandler(RangeError, () => text(factories.createResponse(409), 'range'));
      expect((await app.handle(get('/'))).getStatusCode()).toBe(409);
    });
  });

  it('that a layer throws again is reported and logged once', async () => {
    const { lines, logger } = recorder();
    let reports = 0;
    const app = createApp({ factories, logger, errors: { onError: () => void (reports += 1) } });
    app.get('/', () => raise(new Error('broken')));
    app.add(async (incoming, handler) => {
      const response = await handler.handle(incoming);
      const error = errorOf(incoming);
      if (error !== null) throw error;
      return response;
    });
    expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
    expect([lines.length, reports]).toEqual([1, 1]);
  });
});

function raise(error: Error): never {
  throw error;
}
