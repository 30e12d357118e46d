import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { recorder } from '../../test/failing-app.js';
import {
  type AppInterface,
  createApp,
  isMiddleware,
  isRequestHandler,
  json,
  text,
} from '../index.js';

const get = (path: string) => factories.createServerRequest('GET', `http://h.test${path}`);
const pass: MiddlewareInterface = { process: (request, handler) => handler.handle(request) };

describe('setting up an application', () => {
  it('returns what was set up from each call, so that calls can be chained', () => {
    const app = createApp({ factories });
    expect([
      app.add(pass),
      app.addMiddleware(pass),
      app.setBasePath('/a'),
      app.notFound((_request, response) => response),
      app.onEachRoute(() => undefined),
      app.onClose(() => undefined),
    ]).toEqual(Array.from({ length: 6 }, () => app));
    const route = app.get('/', (_request, response) => response);
    expect([
      route.add(pass),
      route.addMiddleware(pass),
      route.setName('x'),
      route.setArgument('a', 'b'),
      route.setArguments({}),
      route.setMetadata('a', 1),
    ]).toEqual(Array.from({ length: 6 }, () => route));
    const group = app.group('/g', () => undefined);
    expect([group.add(pass), group.addMiddleware(pass), group.setMetadata('a', 1)]).toEqual(
      Array.from({ length: 3 }, () => group),
    );
    expect(app.getMiddleware()).toEqual([pass, pass]);
    expect([route.getMiddleware().length, group.getMiddleware().length]).toEqual([2, 2]);
  });

  it('shows the layers unless method and path are given to explain', () => {
    const app = createApp({ factories, errors: false });
    app.get('/x', (_request, response) => response);
    expect([app.explain(), app.explain('GET', undefined as never)]).toEqual(
      Array(2).fill('routing\n  route GET /x'),
    );
    expect(app.explain('GET', '/x')).toMatch(/^GET \/x: /);
  });

  it('names the layers of body parsing and errors, and returns them', async () => {
    const app = createApp({
      ...{ factories, errors: false },
      createBodyParser: () => (request) => request.withParsedBody({ own: 1 }),
    });
    const echo = (request: ServerRequestInterface, response: ResponseInterface) =>
      json(response, request.getParsedBody());
    app.post('/', echo);
    const parsing = app.addBodyParsingMiddleware();
    const errors = app.addErrorMiddleware();
    expect(app.explain()).toBe('errors\nbody parsing\nrouting\n  route POST /');
    const other = createApp({ factories, layers: [errors, parsing] });
    other.post('/', echo);
    for (const each of [app, other]) {
      const sent = factories
        .createServerRequest('POST', 'http://h.test/')
        .withHeader('Content-Type', 'a/b')
        .withBody(factories.createStream('x'));
      expect(await (await each.handle(sent)).getBody().text()).toBe('{"own":1}');
    }
    expect(app.getMiddleware()).toEqual([]);
  });

  it('returns routing as a layer that can be put elsewhere', async () => {
    const inner = createApp({ factories });
    inner.get('/', (_request, response) => text(response, 'routed'));
    const routing = inner.addRoutingMiddleware();
    const response = await routing.process(get('/'), {
      handle: () => factories.createResponse(299),
    });
    expect(response.getStatusCode()).toBe(299);
    expect(() => routing.process(get('/nowhere'), inner)).toThrow('Not found.');
  });
});

describe('addErrorMiddleware', () => {
  const logged = async (set: (app: ReturnType<typeof createApp>) => unknown) => {
    const { lines, logger } = recorder();
    const app = createApp({ factories, logger });
    app.get('/', () => {
      throw new Error('secret');
    });
    set(app);
    const body = await (await app.handle(get('/'))).getBody().text();
    return {
      shown: body.includes('secret'),
      logged: lines.length,
      whole: lines.some(([, , context]) => Object.hasOwn(context as object, 'exception')),
    };
  };

  it.each<[string, (app: ReturnType<typeof createApp>) => unknown, object]>([
    ['nothing', (app) => app.addErrorMiddleware(), { shown: false, logged: 1, whole: true }],
    [
      'false alone',
      (app) => app.addErrorMiddleware(false as never),
      { shown: false, logged: 1, whole: true },
    ],
    [
      'true alone',
      (app) => app.addErrorMiddleware(true as never),
      { shown: true, logged: 1, whole: true },
    ],
    [
      'true, true, false',
      (app) => app.addErrorMiddleware(true, true, false),
      { shown: true, logged: 1, whole: false },
    ],
    [
      'false, false, true',
      (app) => app.addErrorMiddleware(false, false, true),
      { shown: false, logged: 0, whole: false },
    ],
    [
      'details',
      (app) => app.addErrorMiddleware({ details: true }),
      { shown: true, logged: 1, whole: true },
    ],
    [
      'log: false',
      (app) => app.addErrorMiddleware({ log: false }),
      { shown: false, logged: 0, whole: false },
    ],
    [
      'logDetails: false',
      (app) => app.addErrorMiddleware({ logDetails: false }),
      { shown: false, logged: 1, whole: false },
    ],
    [
      'a logger of its own',
      (app) => app.addErrorMiddleware({ logger: recorder().logger }),
      { shown: false, logged: 0, whole: false },
    ],
    [
      'a logger of its own, as Slim does',
      (app) => app.addErrorMiddleware(false, true, true, recorder().logger),
      { shown: false, logged: 0, whole: false },
    ],
  ])('with %s shows and logs', async (_what, set, expected) => {
    expect(await logged(set)).toEqual(expected);
  });

  it('takes details, fallback and format of its own before those of the application', async () => {
    const bodyOf = async (errors: object, own: object) => {
      const app = createApp({ factories, errors, logger: recorder().logger });
      app.get('/', () => {
        throw new Error('secret');
      });
      app.addErrorMiddleware(own);
      const response = await app.handle(get('/'));
      const shown = (await response.getBody().text()).includes('secret');
      return [response.getHeaderLine('Content-Type'), shown];
    };
    const [html, text] = ['text/html; charset=utf-8', 'text/plain; charset=utf-8'];
    expect(await bodyOf({ details: true }, {})).toEqual([html, true]);
    expect(await bodyOf({ details: true }, { details: false })).toEqual([html, false]);
    expect(await bodyOf({ fallback: 'text' }, {})).toEqual([html, false]);
    expect(await bodyOf({ fallback: 'html' }, { fallback: 'text' })).toEqual([text, false]);
    expect(await bodyOf({ format: 'html' }, { format: 'text' })).toEqual([text, false]);
  });
});

describe('what an application takes as', () => {
  const method = () => undefined;
  it.each<[string, unknown, boolean, boolean]>([
    ['an object with process', { process: method }, true, false],
    ['an object with handle', { handle: method }, false, true],
    ['an object with neither as a function', { process: 1, handle: 1 }, false, false],
    [
      'a function with both',
      Object.assign(() => undefined, { process: method, handle: method }),
      false,
      false,
    ],
    ['null', null, false, false],
    ['undefined', undefined, false, false],
    ['a text', 'x', false, false],
  ])('middleware and handlers: %s', (_what, value, middleware, handler) => {
    expect([isMiddleware(value), isRequestHandler(value)]).toEqual([middleware, handler]);
  });
});

it.each([
  ['onEachRoute.listener', (app: AppInterface, given: never) => app.onEachRoute(given)],
  ['onClose.hook', (app: AppInterface, given: never) => app.onClose(given)],
])('%s that is not a function is refused where it is given', (option, register) => {
  for (const given of [undefined, null, 7, Promise.resolve()])
    expect(() => register(createApp({ factories }), given as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option }),
    );
});
