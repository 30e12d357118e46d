import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type AppInterface, createApp } from './index.js';

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
type Layer = MiddlewareInterface['process'];
/** Untyped code can forget `return`. */
const untyped = (layer: (...given: Parameters<Layer>) => unknown) => layer as Layer;
const layers: [string, Layer][] = [
  ['returns nothing', untyped((request, handler) => void handler.handle(request))],
  [
    'is asynchronous and returns nothing',
    untyped(async (request, handler) => {
      await turn();
      void handler.handle(request);
    }),
  ],
  [
    'returns nothing after the handler has failed',
    untyped(async (request, handler) => {
      void handler.handle(request);
      for (let count = 0; count < 5; count++) await turn();
    }),
  ],
];
const places: [string, (app: AppInterface, layer: Layer, fail: () => Promise<never>) => void][] = [
  ['a route', (app, layer, fail) => app.get('/', fail, { layers: [layer] })],
  [
    'a group',
    (app, layer, fail) => app.group('', (group) => group.get('/', fail), { layers: [layer] }),
  ],
  [
    'a group outside another layer',
    (app, layer, fail) =>
      app.group('', (group) => group.get('/', fail, { layers: [(q, h) => h.handle(q)] }), {
        layers: [layer],
      }),
  ],
  [
    'a group outside an asynchronous layer',
    (app, layer, fail) =>
      app.group('', (group) => group.get('/', fail, { layers: [async (q, h) => h.handle(q)] }), {
        layers: [layer],
      }),
  ],
  [
    'the application',
    (app, layer, fail) => {
      app.get('/', fail);
      app.add(layer);
    },
  ],
  [
    'the application, inside its error layer',
    (app, layer, fail) => {
      app.get('/', fail);
      app.add(layer);
      app.addErrorMiddleware();
    },
  ],
];

describe.each(implementations)('an ignored promise with %s', (_, factories) => {
  describe.each([true, false])('if development is %p', (development) => {
    it.each(
      layers.flatMap(([layerName, layer]) =>
        places.map(([place, register]) => ({ layerName, layer, place, register })),
      ),
    )(
      'of a layer of $place that $layerName: its error is logged once',
      async ({ layer, register }) => {
        const logged: unknown[] = [];
        const app = createApp({
          ...{ factories, development },
          logger: { error: (_message, context) => logged.push(context?.['exception']), info() {} },
        });
        const error = new Error('inner');
        register(app, layer, async () => {
          await turn();
          throw error;
        });
        const request = factories.createServerRequest('GET', 'https://h.test/');
        const response = await app.handle(request);
        for (let count = 0; count < 5; count++) await turn();
        expect([response.getStatusCode(), unhandled]).toEqual([500, []]);
        const missing = logged.filter((each) => each !== error) as Error[];
        expect(missing).toEqual([expect.objectContaining({ code: 'RESPONSE_MISSING' })]);
        const seen = [...logged, missing[0]?.cause].filter((each) => each === error);
        expect(seen).toEqual([error]);
      },
    );
  });

  it('of a layer that responds itself, is reported once the request has ended', async () => {
    const logged: unknown[] = [];
    const app = createApp({
      factories,
      logger: { error: (_message, context) => logged.push(context?.['exception']), info() {} },
    });
    const error = new Error('inner');
    const fail = async () => {
      await turn();
      throw error;
    };
    const layer: Layer = (request, handler) => {
      void handler.handle(request);
      return factories.createResponse(204);
    };
    app.get('/', fail, { layers: [layer] });
    const request = factories.createServerRequest('GET', 'https://h.test/');
    const response = await app.handle(request);
    request.getLifetime().end();
    for (let count = 0; count < 5; count++) await turn();
    expect([response.getStatusCode(), unhandled, logged]).toEqual([204, [], [error]]);
  });

  it.each<[string, unknown]>([
    ['an error', new Error('inner')],
    ['a value that is not an error', 'inner'],
  ])('of a request that has ended is logged once if a layer sees it: %s', async (_what, thrown) => {
    const logged: unknown[] = [];
    const app = createApp({
      factories,
      logger: { error: (_message, context) => logged.push(context?.['exception']), info() {} },
    });
    app.get('/', async (request) => {
      request.getLifetime().end();
      await turn();
      throw thrown;
    });
    app.addErrorMiddleware();
    await app.handle(factories.createServerRequest('GET', 'https://h.test/'));
    await turn();
    expect(logged).toHaveLength(1);
  });

  it('is not logged if the layer handles its error', async () => {
    const logged: unknown[] = [];
    const app = createApp({
      factories,
      logger: { error: (_message, context) => logged.push(context?.['exception']), info() {} },
    });
    const layer: Layer = async (request, handler) => {
      try {
        return await handler.handle(request);
      } catch {
        return factories.createResponse(204);
      }
    };
    app.get('/', () => Promise.reject(new Error('inner')), { layers: [layer] });
    const response = await app.handle(factories.createServerRequest('GET', 'https://h.test/'));
    await turn();
    expect([response.getStatusCode(), unhandled, logged]).toEqual([204, [], []]);
  });
});
