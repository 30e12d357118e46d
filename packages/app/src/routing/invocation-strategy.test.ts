import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  createApp,
  json,
  requestHandler,
  requestResponseArgs,
  requestResponseNamedArgs,
  RouteContext,
} from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  describe('a strategy', () => {
    it('passes the arguments by name by default, and sets them as attributes that replace those of middleware', async () => {
      const app = createApp({ factories });
      app.get('/{id:\\d+}[/{format}]', (request, response, args) => {
        expectTypeOf(args).toEqualTypeOf<{ readonly id: string; readonly format?: string }>();
        return json(response, [args, request.getAttribute('id'), request.getAttribute('other')]);
      });
      app.add((request, handler) =>
        handler.handle(request.withAttribute('id', 'mine').withAttribute('other', 'mine')),
      );
      expect(await answer(app, '/7')).toEqual([{ id: '7' }, '7', 'mine']);
    });

    it('passes the arguments one by one in the order of the pattern under requestResponseArgs', async () => {
      const app = createApp({ factories, strategy: requestResponseArgs });
      app.group('/books/:id', (group) => {
        group.get('/:page', (_request, response, id, page) => {
          expectTypeOf(id).toEqualTypeOf<string>();
          return json(response, [id, page]);
        });
      });
      expect(await answer(app, '/books/7/9')).toEqual(['7', '9']);
    });

    it('types the separate arguments by the pattern', async () => {
      const app = createApp({ factories, strategy: requestResponseArgs });
      app.get('/books/{id}[/{format}]', (_request, response, id, format) => {
        expectTypeOf(format).toEqualTypeOf<string | undefined>();
        return json(response, [id, format ?? 'none']);
      });
      app.get('/plain', (_request, response, ...values) => {
        expectTypeOf(values).toEqualTypeOf<never[]>();
        return json(response, values);
      });
      expect(await answer(app, '/books/7')).toEqual(['7', 'none']);
      expect(await answer(app, '/plain')).toEqual([]);
    });

    it('adds no attributes under requestResponseNamedArgs', async () => {
      const app = createApp({ factories, strategy: requestResponseNamedArgs });
      app.get('/{id}', (request, response, { id }) =>
        json(response, [id, Object.keys(request.getAttributes()).includes('id')]),
      );
      expect(await answer(app, '/7')).toEqual(['7', false]);
    });

    it('passes the request to objects with handle, with attributes only if so configured', async () => {
      const app = createApp({ factories });
      const handler = {
        handle: (request: ServerRequestInterface) =>
          json(factories.createResponse(), request.getAttribute('id', null)),
      };
      app.get('/a/{id}', handler);
      app.get('/b/{id}', handler).setInvocationStrategy(requestHandler(true));
      expect(await answer(app, '/a/7')).toBeNull();
      expect(await answer(app, '/b/7')).toBe('7');
    });

    it('applies to later requests when it is set as the default', async () => {
      const app = createApp({ factories });
      app.get('/{id}', (_request, response, args) => json(response, [args]));
      expect(await answer(app, '/7')).toEqual([{ id: '7' }]);
      app.getRouteCollector().setDefaultInvocationStrategy(requestResponseArgs);
      expect(await answer(app, '/7')).toEqual(['7']);
    });

    it('can be custom, for one route or as the default', async () => {
      const app = createApp({ factories });
      const shout = (text: string) => ({
        invoke: (_callback: unknown, _request: unknown, response: ResponseInterface) =>
          json(response, text),
      });
      app.get('/own', (_request, response) => response).setInvocationStrategy(shout('own'));
      app.get('/default', (_request, response) => response);
      expect(await answer(app, '/own')).toBe('own');
      app.getRouteCollector().setDefaultInvocationStrategy(shout('default'));
      expect(await answer(app, '/default')).toBe('default');
    });

    it('passes arguments that were set on the route, replaced by those of the path', async () => {
      const app = createApp({ factories });
      app
        .get('/[{lang}]', (_request, response, args) => json(response, args))
        .setArguments({ lang: 'en', theme: 'dark' })
        .add((request, handler) => {
          RouteContext.fromRequest(request).getRoute()?.setArgument('by', 'middleware');
          return handler.handle(request);
        });
      expect(await answer(app, '/de')).toEqual({ lang: 'de', theme: 'dark', by: 'middleware' });
      expect(await answer(app, '/')).toEqual({ lang: 'en', theme: 'dark', by: 'middleware' });
    });

    it('passes arguments that were set on the route after those of the path, in the order of the pattern', async () => {
      const app = createApp({ factories, strategy: requestResponseArgs });
      app
        .get('/{id}[/{format}]', (_request, response, id, format) => json(response, [id, format]))
        .setArgument('format', 'html');
      expect(await answer(app, '/7')).toEqual(['7', 'html']);
      expect(await answer(app, '/7/pdf')).toEqual(['7', 'pdf']);
    });

    it('accepts any name for an argument', async () => {
      const app = createApp({ factories });
      app.get('/{constructor}', (request, response, args) =>
        json(response, [args.constructor, request.getAttribute('constructor')]),
      );
      expect(await answer(app, '/x')).toEqual(['x', 'x']);
    });
  });

  async function answer(
    app: ReturnType<typeof createApp> | object,
    path: string,
  ): Promise<unknown> {
    const response = await (app as ReturnType<typeof createApp>).handle(get(path));
    return JSON.parse(await response.getBody().text());
  }
});
