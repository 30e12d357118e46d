import { expect, it } from '@jest/globals';
import type { MiddlewareFunction } from '../index.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp } from '../index.js';

it.each(implementations)(
  'getMiddleware returns the layers of application, group and route, in that order, on %s',
  (_implementation, factories) => {
    const [a, b, c, d]: readonly MiddlewareFunction[] = Array.from(
      { length: 4 },
      (): MiddlewareFunction => (request, handler) => handler.handle(request),
    );
    const app = createApp({ factories }).add(a as MiddlewareFunction);
    app.addRoutingMiddleware();
    app.add('named');
    const group = app
      .group('/a', (inner) => {
        inner.get('', () => factories.createResponse(), { layers: [c, d] as MiddlewareFunction[] });
      })
      .add(b as MiddlewareFunction);
    const [route] = app.getRouteCollector().getRoutes();
    expect(app.getMiddleware()).toEqual([a, 'named']);
    expect(group.getMiddleware()).toEqual([b]);
    expect(route?.getMiddleware()).toEqual([d, c]);
  },
);
