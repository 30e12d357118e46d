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

  it.each(['[^/]*', '.*', 'a\\-b'])(
    'says nothing about an argument of the expression %s',
    (expression) => {
      const { paths } = documented({}, `/{x:${expression}}`);
      expect(paths['/{x}']).toHaveProperty('get.parameters.0.schema', { type: 'string' });
    },
  );

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

  it('names the servers of the options, or the root', () => {
    const servers = [{ url: 'https://a.test' }];
    expect(openApiDocument(createApp(), { info, servers }).servers).toEqual(servers);
    expect(openApiDocument(createApp(), { info }).servers).toEqual([{ url: '/' }]);
  });

  it('appends its method to the second operation of a named route', () => {
    const app = createApp();
    app.map(['GET', 'POST'], '/a', endpoint({}, handler as never)).setName('a');
    expect(openApiDocument(app, { info }).paths['/a']).toMatchObject({
      get: { operationId: 'a' },
      post: { operationId: 'a.post' },
    });
  });

  it('names only the longest variant of a route after it', () => {
    const app = createApp();
    app.get('/a[/{b}]', endpoint({}, handler as never)).setName('a');
    const { paths } = openApiDocument(app, { info });
    expect(paths['/a/{b}']).toHaveProperty('get.operationId', 'a');
    expect(paths['/a']).not.toHaveProperty('get.operationId');
  });

  it('omits methods that OpenAPI does not know', () => {
    const app = createApp();
    app.map(['GET', 'REPORT'], '/a', endpoint({}, handler as never));
    app.map(['REPORT'], '/b', endpoint({}, handler as never));
    const { paths } = openApiDocument(app, { info });
    expect([Object.keys(paths), Object.keys(paths['/a'] ?? {})]).toEqual([['/a'], ['get']]);
  });

  it('lists a query with arbitrary names as one parameter', () => {
    const { paths } = documented({ query: z.record(z.string(), z.string()) });
    expect(paths['/a']).toMatchObject({
      get: { parameters: [{ name: 'others', in: 'query', style: 'form', explode: true }] },
    });
  });
});
