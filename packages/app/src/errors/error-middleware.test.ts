import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { failingApps, recorder } from '../../test/failing-app.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppInterface,
  createApp,
  type ErrorFacts,
  httpError,
  HttpException,
  HttpForbiddenException,
  HttpMethodNotAllowedException,
  HttpUnauthorizedException,
  text,
} from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get, request } = requestsOf(factories);
  const failing = failingApps(factories);
  class ShopError extends Error {}
  class OutOfStock extends ShopError {}

  describe('addErrorMiddleware', () => {
    it('passes handlers the request as it was where the HttpException was thrown', async () => {
      const app = createApp({ factories });
      app.get('/', (incoming) => {
        throw new HttpForbiddenException(incoming.withAttribute('seen', 'inside'));
      });
      app
        .addErrorMiddleware(false, false, false)
        .setErrorHandler(HttpForbiddenException, (inner) =>
          saying(String(inner.getAttribute('seen'))),
        );
      expect(await bodyOf(app)).toBe('inside');
    });

    it('logs only the message unless details are to be logged', async () => {
      const { lines, logger } = recorder();
      const app = failing(() => new ShopError('x'));
      app.addErrorMiddleware(false, true, false, logger);
      await app.handle(get('/'));
      expect(lines).toEqual([['error', '500 Error: x', { method: 'GET', target: '/' }]]);
    });

    it('logs nothing if logging is off', async () => {
      const { lines, logger } = recorder();
      const app = failing(() => new ShopError('x'));
      app.addErrorMiddleware(false, false, true, logger);
      await app.handle(get('/'));
      expect(lines).toEqual([]);
    });

    it.each(['errorHandler', undefined, { handle: () => undefined }, OutOfStock])(
      'refuses the error handler %p when it is set',
      (handler) => {
        const errors = createApp({ factories }).addErrorMiddleware();
        const refused = expect.objectContaining({
          ...{ code: 'CALLBACK_INVALID', value: handler },
          message: expect.stringMatching(
            /^invalid error handler: received (?:.+; expected a function|undefined; expected a function; for all errors, write setDefaultErrorHandler\(handler\))$/,
          ) as unknown,
        });
        expect(() => errors.setErrorHandler(ShopError, handler as never)).toThrow(refused);
        expect(() => errors.setDefaultErrorHandler(handler as never)).toThrow(refused);
      },
    );

    it.each([404, 'HttpNotFoundException', null, () => ShopError])(
      'refuses %p instead of a class of errors',
      (type) => {
        const errors = createApp({ factories }).addErrorMiddleware();
        for (const types of [type, [ShopError, type]]) {
          expect(() =>
            errors.setErrorHandler(types as never, () => factories.createResponse()),
          ).toThrow(
            expect.objectContaining({
              ...{ code: 'CALLBACK_INVALID', value: type },
              message: expect.stringMatching(
                /^invalid error class: received .+; expected a class; app\.notFound\(handler\) handles unknown paths$/,
              ) as unknown,
            }),
          );
        }
      },
    );

    it('passes an error to the handler of its class, before handlers of its superclasses', async () => {
      const app = failing(() => new OutOfStock('x'));
      const errors = app.addErrorMiddleware(false, false, false);
      errors.setErrorHandler(ShopError, () => saying('shop'), true);
      expect(await bodyOf(app)).toBe('shop');
      errors.setErrorHandler(OutOfStock, (_request, error) => saying(`stock ${error.message}`));
      expect(await bodyOf(app)).toBe('stock x');
    });

    it.each([false, true])(
      'prefers the handler that was set last for a class (subclasses: %s)',
      async (subclasses) => {
        const app = failing(() => new ShopError('x'));
        const errors = app.addErrorMiddleware(false, false, false);
        errors.setErrorHandler(ShopError, () => saying('first'), subclasses);
        errors.setErrorHandler(ShopError, () => saying('last'), subclasses);
        expect(await bodyOf(app)).toBe('last');
      },
    );

    it('prefers the handler that was set last for a class, for its subclasses too', async () => {
      const app = failing(() => new OutOfStock('x'));
      const errors = app.addErrorMiddleware(false, false, false);
      errors.setErrorHandler(ShopError, () => saying('first'), true);
      errors.setErrorHandler(Error, () => saying('error'), true);
      errors.setErrorHandler(ShopError, () => saying('last'), true);
      expect(await bodyOf(app)).toBe('last');
    });

    it('returns the handler for errors of a class', () => {
      const errors = createApp({ factories }).addErrorMiddleware();
      const [shop, exactly] = [() => saying('shop'), () => saying('exactly')];
      errors.setErrorHandler(ShopError, shop, true).setErrorHandler(ShopError, exactly);
      expect(errors.getErrorHandler(ShopError)).toBe(exactly);
      expect(errors.getErrorHandler(OutOfStock)).toBe(shop);
      expect(errors.getErrorHandler(Error)).toBe(errors.getDefaultErrorHandler().handle);
    });

    it.each([
      ['at once', <T>(value: T) => value],
      ['later', <T>(value: T) => Promise.resolve(value)],
    ])(
      'adds the headers of an error to the response of a custom handler that returns %s',
      async (_when, give) => {
        const headers = { 'WWW-Authenticate': ['Basic', 'Bearer'], 'Retry-After': '7' };
        const app = failing(() => httpError(401, '', { headers }));
        app
          .addErrorMiddleware(false, false, false)
          .setDefaultErrorHandler(() =>
            give(factories.createResponse(401).withHeader('Retry-After', '9')),
          );
        const response = await app.handle(get('/'));
        expect(response.getHeader('WWW-Authenticate')).toEqual(['Basic', 'Bearer']);
        expect(response.getHeader('Retry-After')).toEqual(['9']);
      },
    );

    it('adds Allow of a 405 to the response of a custom handler, even of one for its class', async () => {
      const app = createApp({ factories });
      app.post('/', (_request, response) => response);
      app
        .addErrorMiddleware(false, false, false)
        .setErrorHandler(HttpMethodNotAllowedException, () => factories.createResponse(405));
      expect((await app.handle(get('/'))).getHeaderLine('Allow')).toBe('POST');
    });

    it('keeps the status of a 405 that is thrown for OPTIONS', async () => {
      const app = createApp({ factories });
      app.options('/', (incoming) => {
        throw new HttpMethodNotAllowedException(incoming).setAllowedMethods(['GET']);
      });
      app.addErrorMiddleware(false, false, false);
      const response = await app.handle(request('OPTIONS', '/'));
      expect([response.getStatusCode(), response.getHeaderLine('Allow')]).toEqual([405, 'GET']);
    });

    it('adds no header of an error to a response with another status', async () => {
      const headers = { 'WWW-Authenticate': 'Basic' };
      const app = failing(() => httpError(401, '', { headers }));
      app
        .addErrorMiddleware(false, false, false)
        .setDefaultErrorHandler(() => factories.createResponse(303));
      expect((await app.handle(get('/'))).hasHeader('WWW-Authenticate')).toBe(false);
    });

    it('accepts an object of options', async () => {
      const { lines, logger } = recorder();
      const app = failing(() => new ShopError('no bread'));
      app.addErrorMiddleware({ details: true, format: 'json', logDetails: false, logger });
      expect(await bodyOf(app)).toContain('no bread');
      expect(lines).toEqual([['error', '500 Error: no bread', { method: 'GET', target: '/' }]]);
      const quiet = failing(() => new ShopError('no bread'), logger);
      quiet.addErrorMiddleware({ log: false });
      expect(await bodyOf(quiet)).not.toContain('no bread');
      expect(lines).toHaveLength(1);
    });

    it('takes settings that are not given from the errors of the application', async () => {
      const app = createApp({
        factories,
        errors: { unknown: { title: 'Oh', description: 'no' }, format: 'text' },
      });
      app.add(() => {
        throw new ShopError('x');
      });
      app.addErrorMiddleware(false, false, false);
      expect(await bodyOf(app)).toBe('Oh\n');
    });

    it('takes an option that is undefined like one that is omitted', async () => {
      const app = createApp({ factories, errors: { format: 'json', details: true } });
      app.add(() => {
        throw new ShopError('no bread');
      });
      app.addErrorMiddleware({ log: false, format: undefined, details: undefined } as object);
      const body = JSON.parse(await bodyOf(app)) as object;
      expect(body).toMatchObject({ exception: [{ message: 'no bread' }] });
    });

    it('passes no subclass to a handler that was set without subclasses', async () => {
      const app = failing(() => new OutOfStock('x'));
      const errors = app.addErrorMiddleware(false, false, false);
      errors.setErrorHandler(ShopError, () => saying('shop'));
      errors.setDefaultErrorHandler(() => Promise.resolve(saying('default')));
      expect(await bodyOf(app)).toBe('default');
      expect(errors.getErrorHandler(OutOfStock)).toBe(errors.getErrorHandler(Error));
    });

    it('passes no subclass to a handler of the application that was set without subclasses', async () => {
      const app = failing(() => new OutOfStock('x'));
      app.setErrorHandler(ShopError, () => saying('shop'));
      expect(await bodyOf(app)).not.toBe('shop');
      app.setErrorHandler(ShopError, () => saying('shop'), true);
      expect(await bodyOf(app)).toBe('shop');
    });

    it('passes every HttpException to a handler for HttpException with subclasses', async () => {
      const app = createApp({ factories });
      const errors = app.addErrorMiddleware(false, false, false);
      errors.setErrorHandler(HttpException, (_request, { status }) => saying(`${status}`), true);
      expect(await bodyOf(app)).toBe('404');
    });

    it('passes an error that a handler throws to the error handling of the application', async () => {
      const app = failing(() => new OutOfStock('x'));
      app.addErrorMiddleware(false, false, false).setDefaultErrorHandler(() => {
        throw new HttpUnauthorizedException(get('/'));
      });
      expect((await app.handle(get('/'))).getStatusCode()).toBe(401);
    });
  });

  describe('the response to an error', () => {
    it('is written by the renderer of its type, which receives what every client may read', async () => {
      const app = createApp({ factories });
      let told: ErrorFacts | undefined;
      const stock = app.addErrorMiddleware(false, false, false).getDefaultErrorHandler();
      stock.registerErrorRenderer('text/csv', (_error, _details, facts) => {
        told = facts;
        return `${facts.status},${facts.title}`;
      });
      expect(await bodyOf(app, { Accept: 'text/csv' })).toBe('404,404 Not Found');
      expect(told?.description).toContain('could not be found');
      stock.forceContentType('text/csv');
      expect(await bodyOf(app, { Accept: 'text/html' })).toBe('404,404 Not Found');
      stock.forceContentType(null);
      expect(await bodyOf(app, { Accept: 'text/html' })).toContain('<h1>');
    });
  });

  function saying(content: string): ResponseInterface {
    return text(factories.createResponse(), content);
  }

  async function bodyOf(app: AppInterface, headers = {}): Promise<string> {
    return (await app.handle(get('/', headers))).getBody().text();
  }
});
