import { describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppInterface,
  createApp,
  errorOf,
  HttpNotFoundException,
  text,
  variantB,
} from '../index.js';

describe.each(implementations)(
  'an error whose page comes from a route, on %s',
  (_name, factories) => {
    const { get } = requestsOf(factories);
    const { logger } = recorder();
    const failure = new Error('failed');

    /** Adds routes that fail, and one for pages. */
    const routed = (app: AppInterface): AppInterface => {
      app.get('/fails', () => {
        throw failure;
      });
      app.get('/page', (_request, response) => text(response, 'page', 500));
      app.get('/late', async (_request, response) => {
        await Promise.resolve();
        return text(response, 'page', 500);
      });
      return app;
    };
    const pages = routed(createApp({ factories, logger }));
    const page = (app: AppInterface, path: string) => (request: ServerRequestInterface) =>
      app.handle(request.withUri(request.getUri().withPath(path)));

    const ways: [string, (path: string) => AppInterface][] = [
      [
        'another application',
        (path) =>
          routed(createApp({ factories, logger })).setDefaultErrorHandler(page(pages, path)),
      ],
      [
        'the same application',
        (path) => {
          const app = routed(createApp({ factories, logger }));
          return app.setErrorHandler(Error, page(app, path));
        },
      ],
      [
        'a handler of error middleware',
        (path) => {
          const app = routed(createApp({ factories, logger }));
          app.addErrorMiddleware().setDefaultErrorHandler(page(pages, path));
          return app;
        },
      ],
      [
        'a variant',
        (path) =>
          routed(
            createApp({
              ...{ factories, logger },
              variant: (services) => ({
                ...variantB(services),
                failed: (_error, request) => page(pages, path)(request),
              }),
            }),
          ),
      ],
    ];

    it.each(ways)('is still what the response is about: %s', async (_way, create) => {
      for (const path of ['/page', '/late']) {
        const request = get('/fails');
        const response = await create(path).handle(request);
        expect(await response.getBody().text()).toBe('page');
        expect(errorOf(request)).toBe(failure);
      }
    });

    it.each(ways)('leaves the request its own route, for logs: %s', async (_way, create) => {
      for (const path of ['/page', '/late']) {
        const request = get('/fails');
        await create(path).handle(request);
        expect(request.getLifetime().getValue(ROUTED)?.pattern).toBe('/fails');
      }
    });

    it('leaves a request without a route without one, and one that was not routed', async () => {
      const found: unknown[] = [];
      for (const path of ['/page', '/late']) {
        const app = routed(createApp({ factories, logger })).notFound({
          handle: page(pages, path),
        });
        const request = get('/nowhere');
        expect(await (await app.handle(request)).getBody().text()).toBe('page');
        found.push(request.getLifetime().getValue(ROUTED)?.outcome);
        const refusing = routed(createApp({ factories, logger }));
        refusing.setDefaultErrorHandler(page(pages, path)).add(() => {
          throw failure;
        });
        const early = get('/fails');
        await refusing.handle(early);
        found.push(early.getLifetime().getValue(ROUTED)?.outcome);
      }
      expect(found).toEqual(['not-found', undefined, 'not-found', undefined]);
    });

    it('leaves it its own route if no page can be rendered', async () => {
      const app = routed(createApp({ factories, logger, errors: false }));
      const failing = page(routed(createApp({ factories, errors: false })), '/fails');
      app.addErrorMiddleware().setDefaultErrorHandler(failing);
      const request = get('/page-of-nobody');
      await expect((async () => app.handle(request))()).rejects.toBe(failure);
      expect(request.getLifetime().getValue(ROUTED)?.outcome).toBe('not-found');
    });

    it('is known to the layers outside', async () => {
      const seen: unknown[] = [];
      const app = routed(createApp({ factories, logger }));
      app.setErrorHandler(HttpNotFoundException, page(pages, '/page'));
      app.add(async (request, handler) => {
        const response = await handler.handle(request);
        seen.push(errorOf(request)?.constructor);
        return response;
      });
      await app.handle(get('/nowhere'));
      expect(seen).toEqual([HttpNotFoundException]);
    });
  },
);
