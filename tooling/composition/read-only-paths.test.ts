/** Other methods on the paths that layers serve for GET and HEAD: 405, unless the application has a route. */
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { health } from '@mortise/health';
import { staticFiles } from '@mortise/static/node';
import { createApp, type MiddlewareInterface, text } from 'mortise';
import { implementations } from '../testing/implementations.js';
import { adapters } from './adapters.js';

const root = new URL('fixtures', import.meta.url);
const logger = { error: () => undefined, info: () => undefined };
const layers = (): MiddlewareInterface[] => [staticFiles({ root }), health()];

/** Applications that serve the same files and probes. */
const applications = implementations.flatMap(([name, factories]) => [
  [
    `an application on ${name}`,
    () => {
      const app = createApp({ factories, logger });
      app.post('/long.txt', (_request, response) => text(response, 'own'));
      for (const layer of layers()) app.add(layer);
      return app;
    },
  ] as const,
  [
    `one with its own error middleware on ${name}`,
    () => {
      const app = createApp({ factories, logger });
      app.post('/long.txt', (_request, response) => text(response, 'own'));
      app.addRoutingMiddleware();
      for (const layer of layers()) app.add(layer);
      app.addErrorMiddleware(false, false, false);
      return app;
    },
  ] as const,
  [
    `variant A on ${name}`,
    () => {
      const app = createVariantA({ factories, logger });
      app.post('/long.txt', (_request, response) => response.write('own'));
      for (const layer of layers()) app.add(layer);
      return app;
    },
  ] as const,
]);

describe.each(adapters)('a path that can only be read, over %s', (_over, adapter) => {
  it.each(applications)(
    'responds to other methods with 405 and Allow, in %s',
    async (_in, made) => {
      const { send, close } = await adapter.serve(made());
      for (const path of ['/health/live', '/health/ready', '/index.html', '/%69ndex.html', '/']) {
        for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND']) {
          const { status, headers } = await send({ method, path, headers: {} });
          expect([method, path, status, headers['allow']]).toEqual([
            method,
            path,
            405,
            'GET, HEAD',
          ]);
        }
        const options = await send({ method: 'OPTIONS', path, headers: {} });
        expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD']);
      }
      await close();
    },
  );

  it.each(applications)(
    'leaves other paths, and routes of the application, in %s',
    async (_in, made) => {
      const { send, close } = await adapter.serve(made());
      const ask = { method: 'POST', headers: {} };
      const statuses = await Promise.all(
        ['/nowhere', '/health', '/fixtures', '/../adapters.ts'].map(
          async (path) => (await send({ ...ask, path })).status,
        ),
      );
      expect(statuses).toEqual([404, 404, 404, 404]);
      const { status, body } = await send({ ...ask, path: '/long.txt' });
      expect([status, body.toString()]).toEqual([200, 'own']);
      await close();
    },
  );
});
