import { describe, expect, it } from '@jest/globals';
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
