import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { AppError, createApp } from './index.js';

class Controller {
  handle(): ResponseInterface {
    return factories.createResponse(200);
  }
}

class Auth {
  process(): ResponseInterface {
    return factories.createResponse(200);
  }
}

describe('a class instead of an instance', () => {
  it('is refused as a handler when it is registered; the error names the instance and the method of an entry', () => {
    const app = createApp({ factories });
    const register = () => app.get('/x', Controller as never);
    expect(register).toThrow(AppError);
    expect(register).toThrow(
      'invalid handler for route /x: received the class Controller; expected a function, an object with handle(), or the name of one in the container; pass an instance, new Controller(), or "Controller" or "Controller:method" from the container',
    );
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  });

  it.each<[string, (app: ReturnType<typeof createApp>) => unknown]>([
    ['an application', (app) => app.add(Auth as never)],
    ['a group', (app) => app.group('/a', () => undefined, { layers: [Auth as never] })],
    ['a route', (app) => app.get('/', (_request, response) => response).add(Auth as never)],
  ])('is refused as middleware of %s', (_where, add) => {
    expect(() => add(createApp({ factories }))).toThrow(
      /received the class Auth; .*; pass an instance, new Auth\(\), or "Auth" or "Auth:method" from the container/,
    );
  });

  it('is refused as the handler of notFound', () => {
    expect(() => createApp({ factories }).notFound(Controller as never)).toThrow(
      expect.objectContaining({ code: 'CALLBACK_INVALID' }),
    );
  });

  it('is distinguished from a function of the same name, which is called', async () => {
    const app = createApp({ factories });
    app.get('/x', function Controller(_request, response) {
      return response.withStatus(201);
    });
    const response = await app.handle(factories.createServerRequest('GET', '/x'));
    expect(response.getStatusCode()).toBe(201);
  });

  it('names the syntax of methods for a container entry without handle', () => {
    const container = { has: (id: string) => id === 'books', get: () => ({ show: () => null }) };
    const app = createApp({ factories, container, errors: false });
    app.get('/x', 'books');
    expect(() => app.handle(factories.createServerRequest('GET', '/x'))).toThrow(
      /received an object; .*; to use a method of it, write "books:method"/,
    );
  });
});

it('a class in the container is refused as a handler with the first request', () => {
  const container = { has: () => true, get: () => Controller };
  const app = createApp({ factories, container, errors: false });
  app.get('/x', 'books');
  expect(() => app.handle(factories.createServerRequest('GET', '/x'))).toThrow(
    expect.objectContaining({ code: 'CALLBACK_INVALID', value: Controller }),
  );
});

it.each([undefined, null, 7, {}])(
  'the value %p is refused as a handler when it is registered',
  (handler) => {
    const app = createApp({ factories });
    expect(() => app.get('/x', handler as never)).toThrow(
      expect.objectContaining({ code: 'CALLBACK_INVALID', value: handler }),
    );
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  },
);

class Home {
  readonly title = 'home';
  invoke(): string {
    return this.title;
  }
}

it.each<[string, unknown]>([
  ['with invoke', new Home()],
  ['in a pair with the name of its method', [new Home(), 'invoke']],
])('an object %s is refused with the function to write', (_what, given) => {
  expect(() => createApp({ factories }).get('/', given as never)).toThrow(
    /; write \(\.\.\.args\) => object\.invoke\(\.\.\.args\)$/,
  );
});
