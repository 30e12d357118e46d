import { describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type { ErrorEvent, RoutedInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppErrorOptions,
  createApp,
  type ErrorHandler,
  httpError,
  type LoggerInterface,
  text,
} from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);

  describe('onError', () => {
    it('receives each server error once, with the facts of its request', async () => {
      const { events, app } = reporting(() => new Error('x'));
      const request = factories.createServerRequest('GET', 'http://h.test/a?b=1', {
        REMOTE_ADDR: '192.0.2.7',
      });
      const routed = { outcome: 'found' } as RoutedInterface;
      request.getLifetime().setValue(ROUTED, routed);
      await app.handle(request);
      expect(events).toHaveLength(1);
      const [error, event] = events[0] ?? [];
      expect(error).toEqual(new Error('x'));
      expect(event).toMatchObject({
        method: 'GET',
        target: '/a?b=1',
        remoteAddress: '192.0.2.7',
        status: 500,
        phase: 'handler',
      });
      expect(event?.route).toBe(routed);
      expect(event?.request?.getMethod()).toBe('GET');
    });

    it('receives errors from 500, no client errors', async () => {
      const told = await Promise.all(
        [404, 499, 503].map(async (status) => {
          const { events, app } = reporting(() => httpError(status));
          await app.handle(get('/'));
          return events.length;
        }),
      );
      expect(told).toEqual([0, 0, 1]);
    });

    it('receives errors that an error middleware handles, even without logging', async () => {
      const { events, app } = reporting(() => new Error('x'));
      app.addErrorMiddleware(false, false, false);
      await app.handle(get('/'));
      expect(events).toHaveLength(1);
    });

    it('of an error middleware is called before that of the application', async () => {
      const { events, app } = reporting(() => new Error('x'));
      const own: unknown[] = [];
      app.addErrorMiddleware({ onError: (error) => void own.push(error) });
      await app.handle(get('/'));
      expect([own.length, events.length]).toEqual([1, 0]);
    });

    it('does not prevent the response by throwing, even if the logger throws too', async () => {
      const fail = (): never => {
        throw new Error('down');
      };
      const errors = { onError: fail };
      const app = createApp({ factories, logger: { error: fail, info: fail }, errors });
      app.get('/', fail);
      expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
    });

    it('does not prevent the response by throwing; its error is logged', async () => {
      const { lines, logger } = recorder();
      const app = createApp({
        factories,
        logger,
        errors: {
          onError() {
            throw new Error('reporter down');
          },
        },
      });
      app.get('/', () => {
        throw new Error('x');
      });
      expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
      expect(lines.map(([message]) => message)).toEqual(['onError failed', '500 Error: x']);
    });
  });

  it.each<[string, 'default' | 'class' | 'middleware', Error, number]>([
    [
      'an unexpected error, before the default handler that was set',
      'default',
      new TypeError('bug'),
      1,
    ],
    ['no client error', 'default', httpError(403, 'not you'), 0],
    ['no error that a handler expects', 'class', new TypeError('bug'), 0],
    [
      'nothing for error middleware, whose handlers log, as in Slim',
      'middleware',
      new TypeError('bug'),
      0,
    ],
  ])('with a custom handler, it gets %s', async (_what, place, error, times) => {
    const { lines, logger } = recorder();
    const reported: unknown[] = [];
    const onError = (one: unknown) => void reported.push(one);
    const app = createApp({ factories, logger, errors: { onError } });
    app.get('/', () => {
      throw error;
    });
    const page: ErrorHandler = () =>
      text(factories.createResponse(500), `page, ${reported.length} reported`);
    if (place === 'class') app.setErrorHandler(TypeError, page);
    else (place === 'default' ? app : app.addErrorMiddleware()).setDefaultErrorHandler(page);
    const response = await app.handle(get('/'));
    expect(await response.getBody().text()).toBe(`page, ${times} reported`);
    expect([lines.length, reported]).toEqual([times, times === 0 ? [] : [error]]);
  });

  it('onError can reject: its error is logged', async () => {
    const { lines, logger } = recorder();
    const onError = (() => Promise.reject(new Error('reporter down'))) as () => void;
    const app = createApp({ factories, logger, errors: { onError } });
    app.get('/', () => {
      throw new Error('x');
    });
    expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
    await new Promise(setImmediate);
    expect(lines).toEqual([
      ['500 Error: x', expect.anything()],
      ['onError failed', { exception: new Error('reporter down') }],
    ]);
  });

  it('a rejection of a logger is caught, because it would end the process', async () => {
    const caught: unknown[] = [];
    const later = (() => ({
      then: (_: unknown, fail: unknown) => void caught.push(fail),
    })) as never;
    const app = createApp({ factories, logger: { error: later, info: later } });
    app.get('/', () => {
      throw new Error('x');
    });
    await app.handle(get('/'));
    await app.handle(get('/nowhere'));
    expect(caught).toEqual([expect.any(Function), expect.any(Function)]);
  });

  describe('logContext', () => {
    it('adds context to each logged error', async () => {
      const { lines, logger } = recorder();
      const app = createApp({
        factories,
        logger,
        logContext: (request) => ({ id: request.getHeaderLine('X-Request-Id') }),
      });
      app.get('/', () => {
        throw new Error('x');
      });
      await app.handle(get('/', { 'X-Request-Id': '7' }));
      expect(lines).toEqual([
        ['500 Error: x', { method: 'GET', target: '/', id: '7', exception: new Error('x') }],
      ]);
    });

    it('is omitted if it throws', async () => {
      const { lines, logger } = recorder();
      const app = createApp({
        factories,
        logger,
        logContext() {
          throw new Error('no id');
        },
      });
      expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(404);
      expect(lines[0]?.[1]).toMatchObject({ method: 'GET', target: '/nowhere' });
    });
  });

  function reporting(make: () => Error) {
    const events: [unknown, ErrorEvent][] = [];
    const errors: AppErrorOptions = { onError: (...event) => void events.push(event) };
    const app = createApp({ factories, logger: recorder().logger, errors });
    app.add(() => {
      throw make();
    });
    return { events, app };
  }

  function recorder() {
    const lines: [string, unknown][] = [];
    const write = (message: string, context: unknown): void => void lines.push([message, context]);
    const logger: LoggerInterface = { error: write, info: write };
    return { lines, logger };
  }
});
