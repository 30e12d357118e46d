import { expect, it } from '@jest/globals';
import { createApp as createAppB, text } from '@mortise/app';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp, doublePass, ROUTE, type Slim3Middleware } from '../index.js';

it.each(implementations)(
  'middleware of doublePass inside routing has the attribute route, over %s',
  async (_, factories) => {
    const seen: unknown[] = [];
    const noting: Slim3Middleware = (request, response, next) => {
      const route = request.getAttribute(ROUTE);
      seen.push(route === undefined ? null : [route.getName(), route.getArgument('id')]);
      return next(request, response);
    };
    const app = createAppB({ factories });
    app
      .get('/books/{id}', (_request, response) => text(response, 'book'))
      .setName('book')
      .add(doublePass(noting, { factories }));
    app.add(doublePass(noting, { factories }));
    await app.handle(factories.createServerRequest('GET', 'http://h.test/books/7'));
    expect(seen).toEqual([null, ['book', '7']]);
  },
);

it.each(implementations)(
  'an argument {route} keeps its value beside it, over %s',
  async (_, factories) => {
    const app = createAppB({ factories });
    app
      .get('/{route}', (request, response) => text(response, String(request.getAttribute('route'))))
      .add(doublePass((request, response, next) => next(request, response), { factories }));
    const response = await app.handle(factories.createServerRequest('GET', 'http://h.test/north'));
    expect(await response.getBody().text()).toBe('north');
  },
);

it.each(implementations)(
  'layers of a mounted application have no route before its routing, over %s',
  async (_, factories) => {
    const seen: unknown[] = [];
    const old = createApp({ factories });
    old.get('/old', (_request, response) => response.write('old'));
    old.add((request, response, next) => {
      seen.push(request.getAttribute(ROUTE));
      return next(request, response);
    });
    const app = createAppB({ factories });
    app.any('/old', old).add(doublePass((q, r, next) => next(q, r), { factories }));
    await app.handle(factories.createServerRequest('GET', 'http://h.test/old'));
    expect(seen).toEqual([undefined]);
  },
);
