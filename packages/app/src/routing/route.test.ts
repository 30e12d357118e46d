import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { requestsOf } from '../../test/requests-of.js';
import {
  createApp,
  json,
  requestResponseArgs,
  ROUTE_CONTEXT,
  RouteContext,
  routeOf,
  type MiddlewareFunction,
} from '../index.js';

const { get } = requestsOf(factories);
const pass: MiddlewareFunction = (request, handler) => handler.handle(request);

describe('a route', () => {
  const setUp = () => {
    const app = createApp({ factories });
    const route = app.get('/{id}', (_request, response, ...values) => json(response, values));
    const answer = async (path: string): Promise<unknown> =>
      JSON.parse(await (await app.handle(get(path))).getBody().text());
    return { app, route, answer };
  };

  it('adds arguments to those set earlier; those of the path win; a caller cannot change them', async () => {
    const { route, answer } = setUp();
    expect(route.getArguments()).toEqual({});
    expect(Object.getPrototypeOf(route.getArguments())).toBeNull();
    route.setArguments({ a: '1', b: '2' }).setArguments({ b: '3', id: 'own' });
    route.setArgument('c', '4').setArgument('a', '5');
    expect(route.getArguments()).toEqual({ a: '5', b: '3', c: '4', id: 'own' });
    expect(await answer('/7')).toEqual([{ a: '5', b: '3', c: '4', id: '7' }]);
    expect(Object.getPrototypeOf(route.getArguments())).toBeNull();
  });

  it('takes an invocation strategy that is set after a request, even when it has layers', async () => {
    const { route, answer } = setUp();
    route.add(pass);
    expect(route.getInvocationStrategy()).toBeNull();
    expect(await answer('/7')).toEqual([{ id: '7' }]);
    route.setInvocationStrategy(requestResponseArgs);
    expect(route.getInvocationStrategy()).toBe(requestResponseArgs);
    expect(await answer('/7')).toEqual(['7']);
  });

  it('prefers its own strategy to the default', async () => {
    const { app, route, answer } = setUp();
    route.setInvocationStrategy(requestResponseArgs);
    expect(app.getRouteCollector().getDefaultInvocationStrategy()).not.toBe(requestResponseArgs);
    expect(await answer('/7')).toEqual(['7']);
  });

  it('is named by its methods and its pattern in errors', () => {
    const app = createApp({ factories, errors: false });
    app.map(['GET', 'POST'], '/{id}', () => undefined as never);
    expect(() => app.handle(get('/7'))).toThrow(/^route GET\|POST \/\{id\} returned undefined/);
  });

  it('keeps the metadata of its group out of that of other routes', () => {
    const app = createApp({ factories });
    const group = app.group('/g', (inner) => {
      inner.get('/a', () => factories.createResponse(), { metadata: { x: 'own' } });
      inner.get('/b', () => factories.createResponse());
    });
    app.get('/c', () => factories.createResponse());
    group.setMetadata('x', 'group').setMetadata('y', 'group');
    const seen = app
      .getRouteCollector()
      .getRoutes()
      .map((route) => [route.getMetadata('x'), route.getMetadata('y')]);
    expect(seen).toEqual([
      ['own', 'group'],
      ['group', 'group'],
      [undefined, undefined],
    ]);
  });
});

describe('the route of a request', () => {
  it('has the facts of its route', async () => {
    const app = createApp({ factories });
    const seen: unknown[] = [];
    const route = app.get('/{id}', (request, response) => {
      const matched = routeOf(request);
      const context = RouteContext.fromRequest(request);
      seen.push(
        [matched?.getIdentifier(), matched?.getMetadata('a'), matched?.getMetadata('b')],
        [context.getMetadata('a'), context.pattern, context.outcome],
        context.getRoutingResults(),
      );
      return response;
    });
    route.setMetadata('a', 7);
    await app.handle(get('/x'));
    expect(seen).toEqual([
      ['route0', 7, undefined],
      [7, '/{id}', 'found'],
      { kind: 'found', route, args: { id: 'x' } },
    ]);
  });

  it('has the argument that was set last, and all others', async () => {
    const app = createApp({ factories });
    app.get('/{id}/[{rest:.*}]', (request, response) => {
      const route = routeOf(request);
      const empty = route?.getArgument('rest', 'fallback');
      route?.setArgument('id', 'set').setArgument('more', '1');
      const added = route?.getArguments();
      const given = { only: 'here' };
      route?.setArguments(given);
      given.only = 'changed';
      return json(response, [empty, added, route?.getArguments(), route?.getArgument('id')]);
    });
    expect(JSON.parse(await (await app.handle(get('/x/'))).getBody().text())).toEqual([
      'fallback',
      { id: 'set', more: '1' },
      { only: 'here' },
      null,
    ]);
  });

  it('has an argument that is empty, instead of the fallback', async () => {
    const app = createApp({ factories });
    app.get('/{a}-{b:.*}', (request, response) =>
      json(response, routeOf(request)?.getArgument('b', 'fallback')),
    );
    expect(await (await app.handle(get('/7-'))).getBody().text()).toBe('""');
  });

  it('is an error before routing, in routing results too', async () => {
    const app = createApp({ factories });
    const seen: unknown[] = [];
    app.add((request, handler) => {
      const context = request.getAttribute(ROUTE_CONTEXT) as RouteContext;
      seen.push([context.isRouted, context.pattern, context.getRoute(), context.name]);
      seen.push([context.methods, context.getMetadata('a'), Object.isFrozen(context.args)]);
      for (const read of [() => context.getRoutingResults(), () => context.outcome]) {
        expect(read).toThrow(expect.objectContaining({ code: 'ROUTING_NOT_DONE' }));
      }
      expect(() => RouteContext.fromRequest(request)).toThrow(
        expect.objectContaining({ code: 'ROUTING_NOT_DONE' }),
      );
      return handler.handle(request);
    });
    app.get('/', (_request, response) => response.withStatus(204));
    expect((await app.handle(get('/'))).getStatusCode()).toBe(204);
    expect(seen).toEqual([
      [false, null, null, null],
      [[], undefined, true],
    ]);
  });
});
