import { describe, expect, it } from '@jest/globals';
import { type AppInterface, type InvocationStrategyInterface } from '@mortise/app';
import { factories } from '@mortise/message';
import { createApp, type VariantA } from './index.js';

const request = factories.createServerRequest('GET', '/7');
const bodyOf = async (app: AppInterface<VariantA>) => (await app.handle(request)).getBody().text();

describe('the callback of a route', () => {
  it('can be a request handler, which is called with the plain request', async () => {
    const app = createApp({ factories });
    app.get('/{id}', {
      handle: (inner: typeof request) =>
        factories.createResponse().withBody(factories.createStream(inner.getUri().getPath())),
    });
    expect(await bodyOf(app)).toBe('/7');
  });

  it.each([[{}], [7], [null]])(
    'is refused if it is %j, with the pattern of the route',
    async (callback) => {
      const app = createApp({ factories, errors: false });
      app
        .getContainer()
        .set('phpErrorHandler', () => null)
        .set('errorHandler', () => null);
      const handle = async () => {
        app.get('/{id}', callback as never);
        return app.handle(request);
      };
      await expect(handle()).rejects.toMatchObject({
        code: 'CALLBACK_INVALID',
        message: expect.stringContaining('/{id}'),
      });
    },
  );

  it('is refused if the container has a class under its name', async () => {
    class Home {
      readonly title = 'home';
    }
    const app = createApp({ factories, errors: false });
    app
      .getContainer()
      .set('phpErrorHandler', () => null)
      .set('errorHandler', () => null)
      .set('Home', () => Home as never);
    app.get('/{id}', 'Home');
    const failed = async () => app.handle(request);
    await expect(failed()).rejects.toMatchObject({ code: 'CALLBACK_INVALID' });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'begun'],
    ['null', null, 'begun'],
    ['text', ' text', 'begun text'],
    ['empty text', '', 'begun'],
    ['another response', factories.createResponse(202), ''],
  ])('is answered with what it returns, now or later: %s', async (_what, result, expected) => {
    for (const returned of [result, Promise.resolve(result)]) {
      const app = createApp({ factories });
      app.get('/{id}', (_request, response) => {
        response.write('begun');
        return returned as never;
      });
      expect(await bodyOf(app)).toBe(expected);
    }
  });

  it('gets the response of the layer outside, otherwise a new one', async () => {
    const statuses: number[] = [];
    for (const isBegun of [true, false]) {
      const app = createApp({ factories });
      app.get('/{id}', (_request, response) => response);
      if (isBegun) app.add((inner, response, next) => next(inner, response.withStatus(202)));
      statuses.push((await app.handle(request)).getStatusCode());
    }
    expect(statuses).toEqual([202, 200]);
  });

  it('is called by the strategy of its route, otherwise by the default one', async () => {
    const naming = (name: string): InvocationStrategyInterface => ({
      invoke: (_callback, _request, response, args) => {
        response.getBody().write(`${name} ${String(args['id'])}`);
        return response;
      },
    });
    const app = createApp({ factories });
    app.getRouteCollector().setDefaultInvocationStrategy(naming('default'));
    const route = app.get('/{id}', (_request, response) => response);
    expect(await bodyOf(app)).toBe('default 7');
    const other = createApp({ factories });
    other.getRouteCollector().setDefaultInvocationStrategy(naming('default'));
    other.get('/{id}', (_request, response) => response).setInvocationStrategy(naming('own'));
    expect([route.getInvocationStrategy(), await bodyOf(other)]).toEqual([null, 'own 7']);
  });
});
