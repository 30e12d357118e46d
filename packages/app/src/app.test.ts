import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { bodyText } from '../test/body-text.js';
import { implementations } from '../test/implementations.js';
import { createApp, type MiddlewareFunction } from './index.js';

describe.each(implementations)('an application on %s', (_name, factories) => {
  it('answers a route with its arguments, at once when all layers are synchronous', async () => {
    const app = createApp({ factories });
    app.get('/books/{id}', (_request, response, args) => {
      response.getBody().write(`book ${args.id}`);
      return response;
    });
    const response = app.handle(get(factories, '/books/7')) as ResponseInterface;
    expect(response.getStatusCode()).toBe(200);
    expect(await bodyText(response)).toBe('book 7');
  });

  it('passes the layers from the last added to the first, groups around routes', async () => {
    const app = createApp({ factories });
    const order: string[] = [];
    const step =
      (name: string): MiddlewareFunction =>
      async (request, handler) => {
        order.push(`${name}>`);
        const response = await handler.handle(request);
        order.push(`<${name}`);
        return response;
      };
    app
      .group('/a', (outer) => {
        outer
          .group('/b', (inner) => {
            inner.get('/c', (_request, response) => response).add(step('route'));
          })
          .add(step('inner'));
      })
      .add(step('outer'));
    app.add(step('first')).add(step('last'));
    await app.handle(get(factories, '/a/b/c'));
    expect(order.join(' ')).toBe(
      'last> first> outer> inner> route> <route <inner <outer <first <last',
    );
  });

  it('answers 404, 405 with Allow, and 400 for a broken path', async () => {
    const app = createApp({ factories });
    app.map(['PUT', 'DELETE'], '/x', (_request, response) => response);
    expect((await app.handle(get(factories, '/nowhere'))).getStatusCode()).toBe(404);
    const refused = await app.handle(get(factories, '/x'));
    expect(refused.getStatusCode()).toBe(405);
    expect(refused.getHeaderLine('Allow')).toBe('PUT, DELETE');
    expect((await app.handle(get(factories, '/%00'))).getStatusCode()).toBe(400);
  });
});

function get(factories: HttpFactoriesInterface, path: string) {
  return factories.createServerRequest('GET', `http://example.test${path}`);
}
