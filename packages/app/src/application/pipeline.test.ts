import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, RouteContext, routeOf, text, type Variant, variantB } from '../index.js';
import type { VariantB } from '../index.js';

describe.each(implementations)('the pipeline of an application on %s', (_name, factories) => {
  const { get, request } = requestsOf(factories);
  const variantApp = (own: Partial<Variant<VariantB>>, errors: false | object = {}) =>
    createApp({
      ...{ factories, errors, logger: recorder().logger },
      variant: (services) => ({ ...variantB(services), ...own }),
    });
  const bodyOf = async (app: ReturnType<typeof variantApp>, method = 'GET', path = '/') => {
    const response = await app.handle(request(method, path));
    return [response.getStatusCode(), await response.getBody().text()];
  };

  describe('the response to HEAD', () => {
    it.each<[string, () => unknown]>([
      ['that is not found', () => variantApp({})],
      [
        'to an error of a layer',
        () =>
          variantApp({}).add(() => {
            throw new Error('x');
          }),
      ],
      ['to a rejection of a layer', () => variantApp({}).add(() => Promise.reject(new Error('x')))],
      [
        'that the variant finishes at once',
        () => variantApp({ finish: (response) => text(response, 'more') }),
      ],
      [
        'that the variant finishes later',
        () => variantApp({ finish: (response) => Promise.resolve(text(response, 'more')) }),
      ],
      [
        'that the variant creates later for an error',
        () => variantApp({ failed: () => Promise.resolve(text(factories.createResponse(), 'x')) }),
      ],
    ])('%s has no body', async (_which, make) => {
      const app = make() as ReturnType<typeof variantApp>;
      const [, withBody] = await bodyOf(app);
      const [, withoutBody] = await bodyOf(app, 'HEAD');
      expect([withBody, withoutBody]).toEqual([expect.stringMatching(/./), '']);
    });

    it('is not assumed of a request whose method cannot be read', async () => {
      const broken = new Proxy(request('HEAD', '/'), {
        get(target, name) {
          if (name === 'getMethod') throw new Error('x');
          const member: unknown = Reflect.get(target, name, target);
          if (name === 'withAttribute') return () => broken;
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      });
      const response = await variantApp({}).handle(broken);
      expect([response.getStatusCode(), response.getBody().getSize()]).not.toEqual([500, 0]);
    });

    it('leaves a body in memory open, which other responses can share', async () => {
      const shared = factories.createStream('shared');
      const app = createApp({ factories });
      app.get('/', (_request, response) => response.withBody(shared));
      expect(await bodyOf(app, 'HEAD')).toEqual([200, '']);
      expect(await bodyOf(app)).toEqual([200, 'shared']);
    });

    it('keeps the body object if it is empty', async () => {
      const bodies: StreamInterface[] = [];
      const app = createApp({ factories });
      app.get('/', (_request, response) => {
        bodies.push(response.getBody());
        return response;
      });
      const response = await app.handle(request('HEAD', '/'));
      expect(response.getBody() === bodies[0]).toBe(true);
    });
  });

  describe('a variant', () => {
    it.each<[string, () => never]>([
      [
        'throws',
        () => {
          throw new Error('x');
        },
      ],
      ['rejects', () => Promise.reject(new Error('x')) as never],
    ])('whose preparation %s leads to an error response', async (_how, prepare) => {
      const app = variantApp({ prepare });
      expect((await bodyOf(app))[0]).toBe(500);
      const open = variantApp({ prepare }, false);
      await expect((async () => open.handle(get('/')))()).rejects.toThrow('x');
    });

    it('can prepare the request at once', async () => {
      const app = variantApp({ prepare: (incoming) => incoming.withAttribute('a', 'b') });
      app.get('/', (incoming, response) => text(response, String(incoming.getAttribute('a'))));
      expect(await bodyOf(app)).toEqual([200, 'b']);
    });

    it('finishes responses to errors too', async () => {
      const app = variantApp({ finish: (response) => response.withStatus(299) });
      app.get('/', () => {
        throw new Error('x');
      });
      app.get('/later', () => Promise.reject(new Error('x')));
      expect([(await bodyOf(app))[0], (await bodyOf(app, 'GET', '/later'))[0]]).toEqual([299, 299]);
    });

    it('that routes first fills the context before the layers, and only there', async () => {
      const seen: unknown[] = [];
      const app = variantApp({
        routesFirst: true,
        withRoute: (incoming, { pattern }) => {
          seen.push(['routed', pattern]);
          return incoming.withAttribute('routed', 'yes');
        },
      });
      app.add((incoming, handler) => {
        seen.push(['layer', RouteContext.fromRequest(incoming).pattern]);
        return handler.handle(incoming.withAttribute('layer', 'yes'));
      });
      app.get('/', (incoming, response) =>
        text(
          response,
          `${String(incoming.getAttribute('routed'))} ${String(incoming.getAttribute('layer'))}`,
        ),
      );
      expect(await bodyOf(app)).toEqual([200, 'yes yes']);
      expect(seen).toEqual([
        ['routed', '/'],
        ['layer', '/'],
      ]);
    });

    it('chooses the methods of any(), and whether a group shows its own pattern only', async () => {
      const app = variantApp({ anyMethods: ['GET', 'PURGE'], ownGroupPatterns: true });
      app.group('/a', (a) => {
        a.group('/b', (b) => {
          b.any('/c', (incoming, response) => {
            const groups = routeOf(incoming)?.getGroups() ?? [];
            return text(response, groups.map((group) => group.getPattern()).join());
          });
        });
      });
      expect(await bodyOf(app, 'PURGE', '/a/b/c')).toEqual([200, '/a,/b']);
      expect((await bodyOf(app, 'PUT', '/a/b/c'))[0]).toBe(405);
    });

    it('responds to requests without a route itself, with the exception at hand', async () => {
      const app = variantApp({
        unrouted: (_request, result, exception) =>
          text(factories.createResponse(), `${result.kind} ${exception().message}`),
      });
      app.get('/x', (_request, response) => response);
      expect(await bodyOf(app)).toEqual([200, 'not-found Not found.']);
      expect(await bodyOf(app, 'PUT', '/x')).toEqual([
        200,
        'method-not-allowed Method not allowed. Must be one of: GET',
      ]);
      expect(await bodyOf(app, 'OPTIONS', '/x')).toEqual([
        200,
        'method-not-allowed Method not allowed. Must be one of: GET',
      ]);
    });

    it.each<[string, Partial<Variant<VariantB>>, string]>([
      [
        'for a request without a route',
        { unrouted: () => undefined as never },
        'the variant, for a request without a route, returned undefined',
      ],
      [
        'for an error',
        {
          failed: () => undefined as never,
          prepare: () => {
            throw new Error('x');
          },
        },
        'the variant, for an error, returned undefined',
      ],
    ])('is named if it returns no response %s', async (_when, own, message) => {
      const app = variantApp(own, false);
      await expect((async () => app.handle(get('/')))()).rejects.toThrow(message);
    });
  });

  describe('errors: { catchAll: false }', () => {
    it('lets errors leave the application, and keeps the other options for error middleware', async () => {
      const unknown = { title: 'Oh', description: 'no' };
      const app = createApp({ factories, errors: { catchAll: false, unknown, format: 'text' } });
      app.get('/', () => {
        throw new Error('x');
      });
      expect(() => app.handle(get('/'))).toThrow('x');
      app.addErrorMiddleware({ log: false });
      expect(await bodyOf(app)).toEqual([500, 'Oh\n']);
    });
  });
});
