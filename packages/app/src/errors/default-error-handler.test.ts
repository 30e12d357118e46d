import { describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type { ErrorEvent } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { ExceptionsWithoutStack } from '../../test/exceptions-without-stack.js';
import { failingApps, recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  consoleLogger,
  createApp,
  httpError,
  HttpException,
  HttpMethodNotAllowedException,
  text,
} from '../index.js';

const { get } = requestsOf(factories);
const failing = failingApps(factories);

describe('the log of an error', () => {
  it('has the facts of the request, then those of logContext, then the exception', async () => {
    const { lines, logger } = recorder();
    const app = createApp({
      ...{ factories, logger },
      logContext: () => ({ method: 'own', id: 7, exception: 'replaced' }),
    });
    const error = httpError(404, 'no book');
    app.get('/', () => {
      throw error;
    });
    await app.handle(get('/?a'));
    expect(lines).toEqual([
      [
        'info',
        '404 HttpError: no book',
        { method: 'own', target: '/?\u2026', id: 7, exception: error },
      ],
    ]);
  });

  it.each([
    [499, 'info'],
    [500, 'error'],
  ])('of status %d is written as %s', async (status, level) => {
    const { lines, logger } = recorder();
    await failing(() => httpError(status), logger).handle(get('/'));
    expect(lines.map(([found]) => found)).toEqual([level]);
  });

  it('has no line break of any kind in its message', async () => {
    const { lines, logger } = recorder();
    await failing(() => new Error('a\u2029b\u2028c\u0085d\u009be\t\0f\u001bg'), logger).handle(
      get('/'),
    );
    expect(lines[0]?.[1]).toBe('500 Error: a b c d e f g');
  });

  it('does not ask for the context of a client error under the default logger', async () => {
    let asked = 0;
    const app = createApp({
      factories,
      logger: consoleLogger,
      logContext: () => ({ asked: ++asked }),
    });
    app.get('/', () => {
      throw httpError(404);
    });
    expect((await app.handle(get('/'))).getStatusCode()).toBe(404);
    expect(asked).toBe(0);
  });

  it('names the failure of onError, with its exception', async () => {
    const { lines, logger } = recorder();
    const failure = new Error('reporter down');
    const errors = {
      onError: () => {
        throw failure;
      },
    };
    const app = createApp({ factories, logger, errors });
    app.get('/', () => {
      throw new Error('x');
    });
    await app.handle(get('/'));
    expect(lines[0]).toEqual(['error', 'onError failed', { exception: failure }]);
  });

  it('is written even if method and target cannot be read', async () => {
    const { lines, logger } = recorder();
    const broken = get('/');
    broken.getRequestTarget = () => {
      throw new Error('no target');
    };
    broken.withAttribute = () => broken;
    const response = await failing(() => new Error('x'), logger).handle(broken);
    expect([response.getStatusCode(), lines[0]?.slice(0, 2)]).toEqual([
      500,
      ['error', '500 Error: x'],
    ]);
  });
});

describe('work that was cancelled with its request', () => {
  const reason = new Error('the client disconnected');
  it.each<[string, unknown, boolean, string[]]>([
    ['the reason', reason, true, []],
    ['caused by the reason', new Error('x', { cause: reason }), true, []],
    ['of another signal', AbortSignal.abort().reason, true, ['onError', 'error']],
    ['the same error, while the request runs', reason, false, ['onError', 'error']],
  ])('is neither logged nor reported: %s', async (_what, error, isAborted, expected) => {
    const { lines, logger } = recorder();
    const seen: unknown[] = [];
    for (const addsErrorMiddleware of [false, true]) {
      const onError = (): void => void seen.push('onError');
      const app = createApp({ factories, logger, errors: { onError } });
      app.get('/', async (request) => {
        if (isAborted) await request.getLifetime().abort(reason);
        throw error;
      });
      if (addsErrorMiddleware) app.addErrorMiddleware();
      expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
      seen.push(...lines.splice(0).map(([level]) => level));
    }
    expect(seen).toEqual([...expected, ...expected]);
  });
});

describe('the event of a server error', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['its address', { REMOTE_ADDR: '192.0.2.7' }, '192.0.2.7'],
    ['null for an unknown address', {}, null],
    ['null for an address that is not text', { REMOTE_ADDR: 7 as unknown as string }, null],
  ])('has %s, and null before routing', async (_what, params, address) => {
    const events: ErrorEvent[] = [];
    const app = createApp({
      ...{ factories, logger: recorder().logger },
      errors: { onError: (_error, event) => void events.push(event) },
    });
    app.add(() => {
      throw new Error('x');
    });
    const incoming = factories.createServerRequest('POST', 'http://h.test/a', params);
    await app.handle(incoming);
    expect(events).toMatchObject([{ method: 'POST', remoteAddress: address, route: null }]);
    expect(incoming.getLifetime().getValue(ROUTED)).toBeUndefined();
  });
});

describe('handlers of errors', () => {
  class Outer extends Error {}
  class Inner extends Outer {}

  it('can be set for several classes at once', async () => {
    const statusOf = async (error: Error): Promise<number> => {
      const app = failing(() => error);
      app
        .addErrorMiddleware(false, false, false)
        .setErrorHandler([RangeError, TypeError], () => factories.createResponse(299));
      return (await app.handle(get('/'))).getStatusCode();
    };
    expect([await statusOf(new RangeError()), await statusOf(new TypeError())]).toEqual([299, 299]);
    expect(await statusOf(new SyntaxError())).toBe(500);
  });

  it('for the own class come before those for superclasses, with or without subclasses', () => {
    const errors = createApp({ factories }).addErrorMiddleware();
    const named = Array.from({ length: 4 }, () => () => factories.createResponse());
    const [error, outer, own, exact] = named as [
      () => never,
      () => never,
      () => never,
      () => never,
    ];
    errors.setErrorHandler(Error, error, true).setErrorHandler(Outer, outer, true);
    expect(errors.getErrorHandler(Inner)).toBe(error);
    errors.setErrorHandler(Inner, own, true);
    expect(errors.getErrorHandler(Inner)).toBe(own);
    errors.setErrorHandler(Inner, exact);
    expect(errors.getErrorHandler(Inner)).toBe(exact);
    expect(errors.getErrorHandler(Outer)).toBe(outer);
  });

  it('receives the switches of the layer', async () => {
    const seen: unknown[] = [];
    for (const [details, log, logDetails] of [
      [true, false, true],
      [false, true, false],
    ] as const) {
      const app = failing(() => new Error('x'));
      app
        .addErrorMiddleware(details, log, logDetails)
        .setDefaultErrorHandler((_request, _error, ...given) => {
          seen.push(given);
          return factories.createResponse();
        });
      await app.handle(get('/'));
    }
    expect(seen).toEqual([
      [true, false, true],
      [false, true, false],
    ]);
  });

  it('of 405 and 400 reach requests that are answered without an exception otherwise', async () => {
    const app = createApp({ factories });
    app.post('/', (_request, response) => response);
    const errors = app.addErrorMiddleware(false, false, false);
    await app.handle(get('/'));
    errors.setErrorHandler(
      HttpException,
      (_request, { status, message }) =>
        text(factories.createResponse(299), `${status} ${message}`),
      true,
    );
    const bodyOf = async (path: string) => (await app.handle(get(path))).getBody().text();
    expect(await bodyOf('/')).toBe('405 Method not allowed. Must be one of: POST');
    expect(await bodyOf('/%00')).toBe(
      '400 The path contains NUL, a backslash, an invalid escape, or bytes that are not UTF-8.',
    );
    expect(await bodyOf('/nowhere')).toBe('404 Not found.');
  });
});

describe('exceptions', () => {
  it('have getters and setters as in Slim', () => {
    const incoming = get('/');
    const error = new HttpException(incoming, 'x', 409);
    expect(error.setTitle('T').setDescription('D')).toBe(error);
    expect([error.getTitle(), error.getDescription(), error.detail, error.getRequest()]).toEqual([
      ...['T', 'D', 'D', incoming],
    ]);
  });

  it('of 405 keep other headers when their methods are set', () => {
    const error = new HttpMethodNotAllowedException(get('/'));
    expect(error.getAllowedMethods()).toEqual([]);
    error.headers = { ...error.headers, 'X-A': 'b' };
    expect(error.setAllowedMethods(['GET', 'PUT'])).toBe(error);
    expect([error.getAllowedMethods(), error.headers, error.message]).toEqual([
      ['GET', 'PUT'],
      { 'X-A': 'b', Allow: 'GET, PUT' },
      'Method not allowed. Must be one of: GET, PUT',
    ]);
  });

  it('of httpError have the title as message without a detail, and no headers or members by default', () => {
    const { message, headers, problem } = httpError(404, undefined, { title: 'Gone fishing' });
    expect([message, headers, problem]).toEqual(['Gone fishing', {}, {}]);
    expect(httpError(499).title).toBe('499');
    expect(Object.hasOwn(httpError(404), 'cause')).toBe(false);
  });

  it('of a layer reach the innermost error middleware with the request of that layer', async () => {
    const app = createApp({ factories });
    app.add(() => {
      throw new Error('x');
    });
    app
      .addErrorMiddleware(false, false, false)
      .setDefaultErrorHandler((incoming) =>
        text(factories.createResponse(), String(incoming.getAttribute('seen'))),
      );
    app.add((incoming, handler) => handler.handle(incoming.withAttribute('seen', 'outside')));
    expect(await (await app.handle(get('/'))).getBody().text()).toBe('outside');
  });
});

it('a request without a route has no exception if logging is off, whatever the logger', async () => {
  const { lines, logger } = recorder();
  const app = createApp({ factories, logger });
  app.addErrorMiddleware(false, false, false);
  await app.handle(get('/nowhere'));
  const exceptions = new ExceptionsWithoutStack();
  try {
    await app.handle(get('/nowhere'));
  } finally {
    exceptions.remove();
  }
  expect([exceptions.count, lines]).toEqual([0, []]);
});
