import { describe as group, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { endpoint } from '@mortise/endpoint';
import { createApp, factories } from 'mortise';
import * as z from 'zod';
import { openApiDocument } from '../src/index.js';
import { documented, handler, info } from './documented.js';

group('openApiDocument', () => {
  it.each<[string, readonly string[]]>([
    ['/books/{id:[0-9]+}[/{format}]', ['/books/{id}', '/books/{id}/{format}']],
    ['/:a/{b}', ['/{a}/{b}']],
    ['[/{a}]', ['/', '/{a}']],
  ])('writes %s as %j', (pattern, paths) => {
    expect(Object.keys(documented({}, pattern).paths)).toEqual(paths);
  });

  it('keeps a route that was registered before the shorter variant of another', () => {
    const app = createApp();
    app.get('/{id:[0-9]+}', endpoint({ summary: 'own' }, handler as never));
    app.get('/{name}[/{x}]', endpoint({ summary: 'optional' }, handler as never));
    expect(openApiDocument(app, { info }).paths).toMatchObject({
      '/{id}': { get: { summary: 'own' } },
      '/{name}/{x}': { get: { summary: 'optional' } },
    });
  });

  it('sets the pattern of an argument without a schema from its expression', () => {
    const { paths } = documented({}, '/{id:[0-9]+}/{x}');
    expect(paths['/{id}/{x}']).toMatchObject({
      get: {
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: '^(?:[0-9]+)$' },
          },
          { name: 'x', schema: { type: 'string' } },
        ],
      },
    });
  });

  it('documents an application of variant A', () => {
    const app = createVariantA({ factories });
    app.group('/v/{tenant}', (routes) => {
      routes.get('/{id}', endpoint({ summary: 'x' }, handler as never));
    });
    expect(Object.keys(openApiDocument(app as never, { info }).paths)).toEqual([
      '/v/{tenant}/{id}',
    ]);
  });

  it('refuses two routes with the same path and method, and accepts two with different methods', () => {
    const app = createApp();
    app.get('/{id:[0-9]+}', endpoint({}, handler as never));
    app.post('/{slug}', endpoint({}, handler as never));
    expect(Object.keys(openApiDocument(app, { info }).paths)).toEqual(['/{id}']);
    app.get('/{slug:[a-z]+}', endpoint({}, handler as never));
    expect(() => openApiDocument(app, { info })).toThrow(
      'hide one of them with setMetadata(OPENAPI, { hidden: true })',
    );
  });

  it('names the base path as its server', () => {
    const app = createApp().setBasePath('/api');
    expect(openApiDocument(app, { info }).servers).toEqual([{ url: '/api' }]);
  });

  it('lists a query with arbitrary names as one parameter', () => {
    const { paths } = documented({ query: z.record(z.string(), z.string()) });
    expect(paths['/a']).toMatchObject({
      get: { parameters: [{ in: 'query', style: 'form', explode: true }] },
    });
  });
});
