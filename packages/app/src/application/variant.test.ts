import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  createApp,
  RouteContext,
  text,
  type Variant,
  type VariantFactory,
  type VariantTypes,
} from '../index.js';

/** A way of writing applications in thirty lines: one context, answers are texts. */
interface Toy extends VariantTypes {
  readonly middleware: (context: Context<unknown>, next: () => Promise<void>) => Promise<void>;
  readonly routeMiddleware: Toy['middleware'];
  readonly callback: (context: Context<this['args']>) => string;
}

interface Context<Args> {
  readonly request: ServerRequestInterface;
  readonly args: Args;
  response: ResponseInterface;
}

const toy: VariantFactory<Toy> = ({ factories }) => ({
  toMiddleware: (middleware) => ({
    async process(request, handler) {
      const context = { request, args: {}, response: factories.createResponse(204) };
      await middleware(context, async () => {
        context.response = await handler.handle(request);
      });
      return context.response;
    },
  }),
  toHandler: (callback) => ({
    handle(request) {
      const args = RouteContext.fromRequest(request).getRoute()?.getArguments() as never;
      const response = factories.createResponse();
      return text(response, callback({ request, args, response }));
    },
  }),
  prepare: (request) => Promise.resolve(request.withAttribute('prepared', 'yes')),
  withRoute: (request, context) => request.withAttribute('route', context.getRoute()),
  unrouted: (_request, { kind }) => text(factories.createResponse(404), `no: ${kind}`),
  failed: (error) => text(factories.createResponse(500), `failed: ${String(error)}`),
  finish: (response, request) => response.withHeader('X-Toy', request.getMethod()),
});

describe.each(implementations)('your own variant on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const toyApp = () => createApp({ factories, variant: toy });
  const answerTo = async (app: ReturnType<typeof toyApp>, path: string) => {
    const response = await app.handle(get(path));
    return `${response.getStatusCode()} ${await response.getBody().text()}`;
  };

  it('has routes, groups and typed arguments without code of its own for them', async () => {
    const app = toyApp();
    app.group('/books/{id}', (group) => {
      group.get('/pages/{page}', ({ args, request }) => {
        expectTypeOf(args).toEqualTypeOf<{ readonly id: string; readonly page: string }>();
        return `${args.id} ${args.page} ${String(request.getAttribute('prepared'))}`;
      });
    });
    expect(await answerTo(app, '/books/7/pages/9')).toBe('200 7 9 yes');
  });

  it('runs layers of its own kind in the same order as every variant', async () => {
    const app = toyApp();
    const order: string[] = [];
    const step =
      (name: string): Toy['middleware'] =>
      async (_context, next) => {
        order.push(name);
        await next();
      };
    app.group('/g', (group) => void group.get('', () => '').add(step('route'))).add(step('group'));
    app.add(step('first')).add(step('last'));
    await answerTo(app, '/g');
    expect(order).toEqual(['last', 'first', 'group', 'route']);
  });

  it('responds to unrouted requests inside its layers, and to errors outside them', async () => {
    const app = toyApp();
    app.get('/throw', () => {
      throw new Error('x');
    });
    app.add(async (context, next) => {
      await next();
      context.response = context.response.withStatus(418);
    });
    expect(await answerTo(app, '/nowhere')).toBe('418 no: not-found');
    expect(await answerTo(app, '/throw')).toBe('500 failed: Error: x');
  });

  it('can show the own prefix of a group, whose layers keep the whole one in their names', () => {
    const app = createApp({
      factories,
      variant: (services) => ({ ...toy(services), ownGroupPatterns: true }),
    });
    const layer: Toy['middleware'] = (_context, next) => next();
    const seen: unknown[] = [];
    app.group('/a', (outer) => {
      const group = outer.group('/b', (inner) => void inner.get('', () => ''));
      seen.push(group.add(layer).getPattern());
    });
    expect(seen).toEqual(['/b']);
    expect(app.explain()).toContain('middleware "layer" of group /a/b');
  });

  it('finishes every response', async () => {
    const response = await toyApp().handle(get('/nowhere'));
    expect(response.getHeaderLine('X-Toy')).toBe('GET');
  });

  it('routes before its layers if it is set to', async () => {
    const app = createApp({
      factories,
      variant: (services) => ({ ...toy(services), routesFirst: true }),
    });
    app.get('/books/{id}', () => 'found').setName('book');
    const seen: unknown[] = [];
    app.add(({ request }, next) => {
      seen.push(RouteContext.fromRequest(request).getRoute()?.getName() ?? null);
      return next();
    });
    expect(await answerTo(app, '/books/7')).toBe('200 found');
    expect(await answerTo(app, '/nowhere')).toBe('404 no: not-found');
    expect(seen).toEqual(['book', null]);
  });

  it('decorates the request again when a layer calls its handler twice', async () => {
    const app = toyApp();
    const seen: unknown[] = [];
    app.get('/{id}', ({ request, args }) => {
      seen.push([args.id, request.getAttribute('route') !== undefined]);
      return '';
    });
    app.add(async (_context, next) => {
      await next();
      await next();
    });
    await answerTo(app, '/7');
    expect(seen).toEqual([
      ['7', true],
      ['7', true],
    ]);
  });

  it.each([
    ['at once', <T>(value: T) => value],
    ['later', <T>(value: T) => Promise.resolve(value)],
  ])(
    'converts a Response of the platform that its error handler returns %s',
    async (_when, give) => {
      const failed = () => give(new Response('own', { status: 418 })) as never;
      const app = createApp({ factories, variant: (services) => ({ ...toy(services), failed }) });
      app.get('/throw', () => {
        throw new Error('x');
      });
      expect(await answerTo(app, '/throw')).toBe('418 own');
    },
  );

  it.each<[string, Partial<Variant<Toy>>]>([
    ['its error handler rejects', { failed: () => Promise.reject(new Error('second')) }],
    ['its error handler returns no response', { failed: () => undefined as never }],
    [
      'finish throws',
      {
        finish: () => {
          throw new Error('second');
        },
      },
    ],
    ['finish rejects', { finish: () => Promise.reject(new Error('second')) }],
  ])('leaves the response to the application if %s', async (_what, broken) => {
    const app = createApp({
      factories,
      logger: { error: () => undefined, info: () => undefined },
      variant: (services) => ({
        ...toy(services),
        prepare: () => Promise.reject(new Error('first')),
        ...broken,
      }),
    });
    expect(await answerTo(app, '/')).toContain('500 500 Internal Server Error');
  });

  it.each<[string, Partial<Variant<Toy>>, string]>([
    ['prepare', { prepare: () => 'text' as never }, 'prepare() of the variant returned "text"'],
    [
      'an asynchronous prepare',
      { prepare: () => Promise.resolve(undefined as never) },
      'prepare() of the variant returned undefined',
    ],
    ['finish', { finish: () => 'text' as never }, 'finish() of the variant returned "text"'],
    [
      'an asynchronous finish',
      { finish: () => Promise.resolve(7 as never) },
      'finish() of the variant returned 7',
    ],
  ])('names %s that returns something else', async (_what, broken, message) => {
    const { lines, logger } = recorder();
    const variant: VariantFactory<Toy> = (services) => {
      const own: Variant<Toy> = { ...toy(services), ...broken };
      delete own.failed;
      return own;
    };
    const app = createApp({ factories, logger, variant });
    app.get('/', () => 'fine');
    expect(await answerTo(app, '/')).toContain('500 500 Internal Server Error');
    expect(String(lines[0]?.[1])).toContain(message);
  });
});
