import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { requestResponseArgs, variantB } from '@mortise/app';
import { expectTypeOf } from 'expect-type';
import { implementations } from '../../../tooling/testing/implementations.js';
import {
  createApp,
  HaltException,
  type Slim3Middleware,
  ROUTE,
  type VariantAAppOptions,
} from './index.js';

describe.each(implementations)('createApp over %s', (_name, factories) => {
  const request = (method: string, path: string) =>
    factories.createServerRequest(method, `http://example.test${path}`);

  it('refuses body without createBodyParser, because the variant parses bodies itself', () => {
    expect(() => createApp({ factories, body: {} })).toThrow(
      expect.objectContaining({
        ...{ code: 'OPTION_INVALID', option: 'createApp.body' },
        message: expect.stringContaining('settings: { parsedBodyLimit }') as unknown,
      }),
    );
    const createBodyParser = () => (request: ServerRequestInterface) => request;
    expect(() => createApp({ factories, body: {}, createBodyParser })).not.toThrow();
  });

  it('uses options that are inherited, as from a class', async () => {
    class Options {
      get factories() {
        return factories;
      }
      get layers() {
        return [() => factories.createResponse(403)];
      }
      get settings() {
        return { httpVersion: '1.0' as const };
      }
    }
    const app = createApp(new Options() as VariantAAppOptions);
    expect((await app.handle(request('GET', '/'))).getStatusCode()).toBe(403);
  });

  it('passes the arguments one by one through nested groups, as specified', async () => {
    const app = createApp({ factories, strategy: requestResponseArgs });
    app.group('/api', (api) => {
      api.group('/library', (library) => {
        library.get('/books/:id', (_request, response, id) => {
          expectTypeOf(id).toEqualTypeOf<string>();
          return response.write(`read ${id}`);
        });
        library.put('/books/:id', (_request, response, id) => response.write(`change ${id}`));
        library.delete('/books/:id', (_request, response, id) => response.write(`remove ${id}`));
      });
    });
    const bodies: string[] = [];
    for (const method of ['GET', 'PUT', 'DELETE']) {
      bodies.push(await bodyOf(await app.handle(request(method, '/api/library/books/7'))));
    }
    expect(bodies).toEqual(['read 7', 'change 7', 'remove 7']);
  });

  it('passes (request, response, args) by default, and types the arguments by the pattern', async () => {
    const app = createApp({ factories });
    app.get('/hello/{name}[/{title}]', (_request, response, args) => {
      expectTypeOf(args).toEqualTypeOf<{ readonly name: string; readonly title?: string }>();
      return response.write(`Hello ${args.name}`);
    });
    expect(await bodyOf(await app.handle(request('GET', '/hello/Ada')))).toBe('Hello Ada');
  });

  it('refuses another variant, which it would ignore', () => {
    expect(() => createApp({ factories, variant: variantB } as never)).toThrow(
      'unknown option createApp.variant; expected createApp from @mortise/app for another variant',
    );
  });

  it.each([
    [undefined, 'text/html; charset=utf-8'],
    [{ fallback: 'text' as const }, 'text/plain; charset=utf-8'],
  ])('with the errors %j responds to an error without a handler as %s', async (errors, type) => {
    const container = { has: (id: string) => id === 'errorHandler', get: () => null };
    const logger = { error: () => undefined, info: () => undefined };
    const app = createApp({ factories, container, logger, ...(errors && { errors }) });
    app.get('/', () => {
      throw new Error('broken');
    });
    const response = await app.handle(request('GET', '/'));
    expect([response.getStatusCode(), response.getHeaderLine('Content-Type')]).toEqual([500, type]);
  });

  it('gives a handler a request of the variant, whatever a layer of the route passes on', async () => {
    const app = createApp({ factories });
    app
      .get('/', (inner, response) => response.write(`${inner.isPut()} ${inner.isGet()}`))
      .add({ process: (_inner, handler) => handler.handle(request('PUT', '/')) });
    expect(await bodyOf(await app.handle(request('GET', '/')))).toBe('true false');
  });

  it('looks up entries in the given container, and names one that is not a handler', async () => {
    const entries: Readonly<Record<string, unknown>> = { db: 'open', books: { list: 7 } };
    const container = { has: (id: string) => id in entries, get: (id: string) => entries[id] };
    const logged: string[] = [];
    const logger = { error: (text: string) => void logged.push(text), info: () => undefined };
    const app = createApp({ factories, container, logger });
    app.get('/', function (_request, response) {
      return response.write(String(this.get('db')));
    });
    expect(await bodyOf(await app.handle(request('GET', '/')))).toBe('open');
    app.get('/books', 'books');
    await app.handle(request('GET', '/books'));
    expect(logged.join()).toMatch(
      /route \/books: received an object; .*; to use a method of it, write "books:method"/,
    );
  });

  it('runs the last added middleware first, and that of the application around that of the route', async () => {
    const app = createApp({ factories });
    const mark =
      (name: string): Slim3Middleware =>
      async (inner, response, next) =>
        (await next(inner, response.write(`${name}<`))).write(`>${name}`);
    app
      .get('/', (_request, response) => response.write('x'))
      .add(mark('r1'))
      .add(mark('r2'));
    app.add(mark('a1')).add(mark('a2'));
    expect(await bodyOf(await app.handle(request('GET', '/')))).toBe('a2<a1<r2<r1<x>r1>r2>a1>a2');
  });

  it('returns a response without a promise if every layer is synchronous', () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response.write('x'));
    app.add((inner, response, next) => next(inner, response));
    expect(app.handle(request('GET', '/'))).toHaveProperty('getStatusCode');
  });

  it('has the route as an attribute, with the arguments of the request', async () => {
    const app = createApp({ factories });
    const route = app.get('/books/{id}', (inner, response) => {
      return response.write(String(inner.getAttribute(ROUTE)?.getArgument('id')));
    });
    route.setName('book');
    expect(await bodyOf(await app.handle(request('GET', '/books/7')))).toBe('7');
  });

  it('passes a route its arguments even if a layer replaced all attributes', async () => {
    const app = createApp({ factories });
    app
      .get('/books/{id}', (inner, response, args) =>
        response.write(`${args.id} ${typeof inner.getAttribute(ROUTE)}`),
      )
      .add((inner, response, next) => next(inner.withAttributes({ a: 1 }), response));
    expect(await bodyOf(await app.handle(request('GET', '/books/7')))).toBe('7 undefined');
  });

  it('runs everything inside again when a layer calls next again', async () => {
    const app = createApp({ factories });
    let runs = 0;
    app.get('/', (_request, response) => response.write(String(++runs)));
    app.add(async (inner, response, next) => {
      await next(inner, response);
      return next(inner, response);
    });
    expect(await bodyOf(await app.handle(request('GET', '/')))).toBe('12');
  });

  it('refuses a value that is not middleware where it is added', () => {
    const app = createApp({ factories });
    expect(() => app.add({} as unknown as Slim3Middleware)).toThrow(
      expect.objectContaining({ code: 'MIDDLEWARE_INVALID' }),
    );
  });

  it('writes returned text to the response, and uses the given response if nothing is returned', async () => {
    const app = createApp({ factories });
    app.get('/text', () => 'text');
    app.get('/nothing', (_request, response) => {
      response.write('written');
    });
    expect(await bodyOf(await app.handle(request('GET', '/text')))).toBe('text');
    expect(await bodyOf(await app.handle(request('GET', '/nothing')))).toBe('written');
  });

  it('sends the response of a HaltException, bypassing all layers', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => {
      throw new HaltException(response.withStatus(418));
    });
    app.add(async (inner, response, next) => (await next(inner, response)).withStatus(200));
    expect((await app.handle(request('GET', '/'))).getStatusCode()).toBe(418);
  });

  it('binds functions to the container', async () => {
    const app = createApp({ factories });
    app.getContainer().set('greeting', () => 'Hello');
    app.get('/', function (_request, response) {
      return response.write(String(this.get('greeting')));
    });
    expect(await bodyOf(await app.handle(request('GET', '/')))).toBe('Hello');
  });
});

function bodyOf(response: ResponseInterface): Promise<string> {
  return response.getBody().text();
}
