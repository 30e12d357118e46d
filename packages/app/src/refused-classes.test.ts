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

describe('a class in the container, under its own name', () => {
  const container = { has: () => true, get: () => Controller };
  const expected =
    'a function (request, handler), an object with process(), or the name of one in the container';

  it('is refused as a handler, and as that of notFound', async () => {
    for (const place of ['route /x', 'app.notFound()']) {
      const app = createApp({ factories, container, errors: false });
      if (place === 'route /x') app.get('/x', 'Controller');
      else app.notFound('Controller');
      const handled = async () => app.handle(factories.createServerRequest('GET', '/x'));
      await expect(handled()).rejects.toMatchObject({
        code: 'CALLBACK_INVALID',
        message: `invalid handler for ${place}: received the class Controller; expected a function, an object with handle(), or the name of one in the container; the entry is a class: return an instance of it`,
      });
    }
  });

  it('is refused as middleware', async () => {
    const app = createApp({ factories, container, errors: false }).add('Controller');
    const handled = async () => app.handle(factories.createServerRequest('GET', '/x'));
    await expect(handled()).rejects.toMatchObject({
      code: 'MIDDLEWARE_INVALID',
      message: `invalid middleware: received the class Controller; expected ${expected}; the entry is a class: return an instance of it; received from the container entry "Controller"`,
    });
  });
});

it.each([
  [[Controller, 'show'], '; add Controller to the container, and write "Controller:show"'],
  [
    [
      // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- what people pass
      class Home {
        static stat(): void {}
      },
      'stat',
    ],
    '; write (...args) => Home.stat(...args)',
  ],
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- one without a name
  [(() => class {})(), '; pass an instance of it'],
])('the hint for %p is one that works', (given, hint) => {
  const app = createApp({ factories });
  let message = '';
  try {
    app.get('/x', given as never);
  } catch (error) {
    ({ message } = error as AppError);
  }
  expect(message.split('the name of one in the container')[1]).toBe(hint);
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
