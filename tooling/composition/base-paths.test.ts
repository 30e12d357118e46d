/** The route and the path that logs and traces show, with base paths and mounts. */
import { describe, expect, it } from '@jest/globals';
import { metrics } from '@mortise/metrics';
import { accessLog } from '@mortise/request-log';
import { createApp, text } from 'mortise';
import { Registry } from 'prom-client';
import { waitFor } from '../testing/wait-for.js';
import { adapters } from './adapters.js';

const SILENT = { error: () => undefined, info: () => undefined };

describe.each(adapters)('the route and path of a request, over %s', (_, adapter) => {
  it.each([
    ['', '', '/x/1', '/x/{id}'],
    ['/base', '', '/base/x/1', '/base/x/{id}'],
    ['', '/ab', '/ab/x/1', '/ab/x/{id}'],
    ['/base', '/ab', '/base/ab/x/1', '/base/ab/x/{id}'],
    ['/base', '/ab', '/base/ab/in/c/y/2', '/base/ab/in/c/y/{id}'],
    ['', '/ab', '/ab/in/c/y/2', '/ab/in/c/y/{id}'],
    ['/base', '', '/base/in/c/y/2', '/base/in/c/y/{id}'],
    ['/base', '/ab', '/base/ab/none', null],
  ])(
    'have the base path %j and that of the application, %j: %s',
    async (served, own, path, route) => {
      const lines: Readonly<Record<string, unknown>>[] = [];
      const info = (_message: unknown, context: object = {}) => void lines.push({ ...context });
      const registry = new Registry();
      const inner = createApp({ logger: SILENT, basePath: '/c' });
      inner.get('/y/{id}', (_request, response) => text(response, 'y'));
      const app = createApp({
        logger: { error: () => undefined, info: () => undefined },
        basePath: own,
        layers: [accessLog({ error: info, info }), metrics({ registry })],
      });
      app.get('/x/{id}', (_request, response) => text(response, 'x'));
      app.mount('/in', inner);
      const options = { basePath: served, onError: () => undefined };
      const { status } = await adapter(app, { method: 'GET', path, headers: {} }, options);
      await waitFor(() => lines.length > 0);
      expect([status, lines]).toMatchObject([route === null ? 404 : 200, [{ path }]]);
      expect(lines[0]?.['route'] ?? null).toBe(route);
      const [, label] =
        /_duration_seconds_count\{method="GET",route="([^"]*)"/.exec(await registry.metrics()) ??
        [];
      expect(label).toBe(route ?? '(none)');
    },
  );
});
