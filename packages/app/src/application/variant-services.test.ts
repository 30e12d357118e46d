import { describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp, routeOf, variantB, type VariantServices } from '../index.js';

describe.each(implementations)('what a variant receives, over %s', (_name, factories) => {
  it('runs a route without the middleware of the application', async () => {
    const { app, services } = appAndServices();
    app.get('/', (_request, response) => response.withHeader('X-Route', '1'));
    app.add((request, handler) => {
      const answer = handler.handle(request);
      return 'then' in answer ? answer : answer.withHeader('X-App', '1');
    });
    const answer = await services.routeRunner.handle(factories.createServerRequest('GET', '/'));
    expect(Object.keys(answer.getHeaders())).toEqual(['X-Route']);
  });

  it('runs a route with a request of another application, whose context it leaves', async () => {
    const { app, services } = appAndServices();
    app.get('/inner', (request, response) => {
      return response.withHeader('X-Route', String(routeOf(request)?.getPattern()));
    });
    const outer = createApp({ factories });
    const seen: unknown[] = [];
    outer.get('/outer', async (request) => {
      const path = request.getUri().withPath('/inner');
      const answer = await services.routeRunner.handle(request.withUri(path));
      seen.push(routeOf(request)?.getPattern(), request.getLifetime().getValue(ROUTED)?.pattern);
      return answer;
    });
    const answer = await outer.handle(factories.createServerRequest('GET', '/outer'));
    expect(answer.getHeaderLine('X-Route')).toBe('/inner');
    expect(seen).toEqual(['/outer', '/inner']);
  });

  it('notes the route that it runs in the lifetime of the request', async () => {
    const { app, services } = appAndServices();
    app.get('/{id}', (_request, response) => response);
    const request = factories.createServerRequest('GET', '/7');
    await services.routeRunner.handle(request);
    expect(request.getLifetime().getValue(ROUTED)?.pattern).toBe('/{id}');
  });

  it('renders errors with the texts of the application', async () => {
    const { services } = appAndServices();
    const request = factories.createServerRequest('GET', '/');
    const { errorHandler } = services;
    const answer = await errorHandler.handle(request, new Error('secret'), false, false, false);
    const page = await answer.getBody().text();
    expect([answer.getStatusCode(), page.includes('Sorry.'), page.includes('secret')]).toEqual([
      500,
      true,
      false,
    ]);
  });

  function appAndServices() {
    const handed: VariantServices[] = [];
    const app = createApp({
      factories,
      errors: { unknown: { title: 'Failure', description: 'Sorry.' } },
      variant: (services) => {
        handed.push(services);
        return variantB(services);
      },
    });
    return { app, services: handed[0] as VariantServices };
  }
});
