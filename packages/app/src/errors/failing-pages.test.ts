import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { unhandledRejectionsOf } from '../../../../tooling/testing/unhandled-rejections.js';
import { noting, recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, httpError } from '../index.js';

describe.each(implementations)('an error whose page fails, on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const withRoutes = (app: AppInterface): AppInterface => {
    app.get('/now', () => raise(httpError(403, 'not you')));
    return app;
  };

  it.each<[string, object]>([
    ['a page that throws', { page: () => raise(new Error('page')) }],
    ['a page that throws a client error', { page: () => raise(httpError(404, 'page')) }],
    ['a page that rejects', { page: () => Promise.reject(new Error('page')) }],
    ['an async page', { page: async () => Promise.resolve('<p>page') }],
    ['a page without a result', { page: () => undefined }],
  ])('is plain text with %s, and both errors are logged', async (_how, errors) => {
    for (const path of ['/now', '/nowhere']) {
      const { lines, logger } = recorder();
      const app = withRoutes(createApp({ factories, logger, errors }));
      const seen = noting(app);
      const rejections = await unhandledRejectionsOf(async () => {
        const response = await app.handle(get(path).withHeader('Accept', 'text/html'));
        expect(response.getStatusCode()).toBe(500);
        expect(response.getHeaderLine('Content-Type')).toBe('text/plain; charset=utf-8');
        expect(response.getHeaderLine('X-Layer')).toBe('yes');
        expect(await response.getBody().text()).toBe('500 Internal Server Error\n');
      });
      expect(rejections).toEqual([]);
      expect(seen).toEqual([500, expect.stringMatching(/^page$|error page or renderer: received/)]);
      expect(lines.join('\n')).toMatch(/\w+: (?:page|invalid result of the error page)/);
    }
  });
});

function raise(error: Error): never {
  throw error;
}
