import { describe, expect, it } from '@jest/globals';
import { HttpMethodNotAllowedException, HttpNotFoundException } from '@mortise/app';
import { factories } from '@mortise/message';
import { createApp, type VariantA } from '../index.js';

const request = factories.createServerRequest('GET', '/');
const broken = new TypeError('broken');
const failed = new Error('failed');

describe('a handler of the container', () => {
  let thrown: Error | null = null;
  const throwing =
    (create: (inner: typeof request) => Error): VariantA['callback'] =>
    (inner) => {
      thrown = create(inner.withAttribute('of', 'the route'));
      throw thrown;
    };
  const cases: [string, VariantA['callback'], readonly unknown[]][] = [
    ['notFoundHandler', throwing((inner) => new HttpNotFoundException(inner)), ['the route']],
    [
      'notAllowedHandler',
      throwing((inner) => new HttpMethodNotAllowedException(inner).setAllowedMethods(['PUT'])),
      ['the route', ['PUT']],
    ],
    ['errorHandler', throwing(() => failed), ['none', failed]],
    ['phpErrorHandler', throwing(() => broken), ['none', broken]],
  ];

  it.each(cases)(
    '%s gets the request of its error, and what it is about',
    async (name, callback, expected) => {
      const seen: unknown[] = [];
      const app = createApp({ factories });
      app.get('/', callback);
      app
        .getContainer()
        .set(name, () => (inner: typeof request, response: unknown, ...more: unknown[]) => {
          seen.push(inner.getAttribute('of', 'none'), ...more);
          return response;
        });
      await app.handle(request);
      expect(seen).toEqual(expected);
    },
  );

  it.each(cases)('%s can be null: the error leaves the application', async (name, callback) => {
    const app = createApp({ factories, errors: false });
    app.get('/', callback);
    app.getContainer().set(name, () => null);
    const left: unknown = await Promise.resolve()
      .then(() => app.handle(request))
      .catch((error: unknown) => error);
    expect(left).toBeInstanceOf(Error);
    expect(left).toBe(thrown);
  });

  it.each([
    ['notFoundHandler', cases[0]?.[1], '(request, response)'],
    ['notAllowedHandler', cases[1]?.[1], '(request, response, methods)'],
    ['errorHandler', cases[2]?.[1], '(request, response, error)'],
    ['phpErrorHandler', cases[3]?.[1], '(request, response, error)'],
  ])('%s is named in the error if it is not a function', async (name, callback, parameters) => {
    const logged: unknown[] = [];
    const logger = {
      error: (_text: string, context?: { readonly exception?: unknown }) =>
        logged.push(context?.exception),
      info: () => undefined,
    };
    class Handler {
      readonly own = 1;
    }
    const causes: unknown[] = [];
    for (const handler of [undefined, 'text', { invoke: () => undefined }, Handler]) {
      const app = createApp({ factories, logger });
      app.get('/', callback as VariantA['callback']);
      app.getContainer().set<string>(name, () => handler);
      expect((await app.handle(request)).getStatusCode()).toBe(500);
      causes.push(name === 'errorHandler' ? failed : name === 'phpErrorHandler' ? broken : thrown);
    }
    const expected = `expected a function ${parameters}, or null for the application's own error handling`;
    expect(logged.map((error) => (error as Error).message)).toEqual([
      `invalid container entry "${name}": received undefined; ${expected}; write set('${name}', () => ${parameters} => response)`,
      `invalid container entry "${name}": received a string of length 4; ${expected}; write set('${name}', () => ${parameters} => response)`,
      `invalid container entry "${name}": received an object; ${expected}; write ${parameters} => handler.invoke${parameters}`,
      `invalid container entry "${name}": received the class Handler; ${expected}; write set('${name}', () => ${parameters} => response)`,
    ]);
    expect(logged.map((error) => (error as Error).cause)).toEqual(causes);
  });

  it.each(cases)('%s is named in the error if it returns no response', async (name, callback) => {
    for (const handler of [() => 'text', () => Promise.resolve('text')]) {
      const logged: unknown[] = [];
      const logger = {
        error: (text: string, context?: { readonly exception?: unknown }) => {
          expect(text).toMatch(/; write return response\.write\('text'\)$/);
          logged.push(context?.exception);
        },
        info: () => undefined,
      };
      const app = createApp({ factories, logger });
      app.get('/', callback);
      app.getContainer().set<string>(name, () => handler);
      expect((await app.handle(request)).getStatusCode()).toBe(500);
      expect(logged).toMatchObject([
        {
          code: 'RESPONSE_MISSING',
          message: `the container entry "${name}" returned "text" instead of a response`,
        },
      ]);
    }
  });

  it('can return a Response of the platform', async () => {
    const app = createApp({ factories });
    app
      .getContainer()
      .set<string>('notFoundHandler', () => () => new Response('', { status: 418 }));
    expect((await app.handle(request)).getStatusCode()).toBe(418);
  });

  it('is not called for a request without a route of another kind', async () => {
    const app = createApp({ factories });
    app.put('/', (_request, response) => response);
    app
      .getContainer()
      .set('notFoundHandler', () => (_request, response) => response.withStatus(418));
    const status = async (path: string) =>
      (await app.handle(factories.createServerRequest('GET', path))).getStatusCode();
    expect([await status('/'), await status('/x')]).toEqual([405, 418]);
  });
});
