import { describe as group, expect, it } from '@jest/globals';
import type { EndpointDescription } from '@mortise/contract';
import { defineProblem, files } from '@mortise/contract';
import { endpoint, endpoints } from '@mortise/endpoint';
import { createApp, serve } from 'mortise';
import * as z from 'zod';
import { describe, OPENAPI, openApiDocument } from '../src/index.js';
import { documented, handler, info } from './documented.js';
import { guard } from './library-app.js';

group('openApiDocument', () => {
  it.each<[string, EndpointDescription, readonly string[]]>([
    ['nothing', {}, ['200', 'default']],
    ['a query', { query: z.object({}) }, ['200', '422', 'default']],
    ['a body', { body: z.object({}) }, ['200', '400', '413', '415', '422', 'default']],
  ])('lists the possible errors of a route that describes %s', (_what, description, statuses) => {
    const { responses } = documented(description).paths['/a']?.['get'] as { responses: object };
    expect(Object.keys(responses)).toEqual(statuses);
  });

  it.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
    'names the lists of %s so that the server reads all their values',
    async (type) => {
      const isMultipart = type === 'multipart/form-data';
      const app = createApp();
      app.addBodyParsingMiddleware();
      const description = {
        body: z.object({ title: z.string(), tags: z.array(z.string()).meta({ id: 'Tags' }) }),
        accepts: [type],
        ...(isMultipart && { files: { covers: files() } }),
      };
      app.post(
        '/',
        endpoint(description, (_request, response, input) => {
          const { covers = [] } =
            (input as { files?: { covers?: readonly unknown[] } }).files ?? {};
          response.getBody().write(JSON.stringify([input.body.tags, covers.length]));
          return response;
        }),
      );
      const { paths } = openApiDocument(app, { info });
      const names = ['title', 'tags[]', ...(isMultipart ? ['covers[]'] : [])];
      const properties = Object.fromEntries(names.map((name) => [name, expect.anything()]));
      const schema = { type: 'object', properties, required: names };
      expect(paths['/']).toMatchObject({
        post: { requestBody: { content: { [type]: { schema } } } },
      });

      const form = isMultipart ? new FormData() : new URLSearchParams();
      form.append('title', 'x');
      for (const tag of ['a', 'b']) form.append(names[1] as string, tag);
      if (form instanceof FormData) {
        for (const cover of ['1', '2']) form.append('covers[]', new Blob([cover]), cover);
      }
      const server = await serve(app, { port: 0 });
      const response = await fetch(server.url, { method: 'POST', body: form });
      const read: unknown = await response.json();
      await server.close();
      expect(read).toEqual([['a', 'b'], isMultipart ? 2 : 0]);
    },
  );

  it('lists invalid input under the status of the options', () => {
    const { responses } = documented({ query: z.object({}) }, '/a', endpoints({ status: 400 }))
      .paths['/a']?.['get'] as { responses: Record<string, unknown> };
    expect(JSON.stringify(responses['400'])).toContain('InputProblem');
    expect(responses).not.toHaveProperty('422');
  });

  it('merges a described response and a problem with the same status', () => {
    const Gone = defineProblem({ title: 'Gone', status: 404, code: 'GONE' });
    const { paths } = documented({ responses: { 404: z.object({}) }, problems: [Gone] });
    const { responses } = paths['/a']?.['get'] as {
      responses: Record<string, { content: object }>;
    };
    expect(Object.keys(responses['404']?.content ?? {})).toEqual([
      'application/json',
      'application/problem+json',
    ]);
  });

  it('documents middleware of application, group and route, all of it required', () => {
    const key = describe(
      (request: never, next: { handle(r: never): never }) => next.handle(request),
      {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        security: [{ key: [] }, {}],
      },
    );
    const app = createApp();
    app.add(key);
    app.group('/a', (routes) => routes.get('', endpoint({}, handler as never))).add(guard);
    const { paths, components } = openApiDocument(app, { info });
    expect(paths['/a']).toMatchObject({
      get: { security: [{ key: [], bearer: [] }, { bearer: [] }], responses: { 401: {} } },
    });
    expect(Object.keys(components.securitySchemes ?? {})).toEqual(['key', 'bearer']);
  });

  it('refuses a security scheme that is not described', () => {
    expect(() => documented({ security: [{ bearer: [] }] })).toThrow(
      'GET /a: the security scheme "bearer" is not described',
    );
  });

  it('prefers security and tags of the description over metadata', () => {
    const app = createApp();
    const described = endpoint({ tags: ['own'], security: [] }, handler as never);
    app.get('/', described).setMetadata(OPENAPI, { tags: ['group'], security: [{ x: [] }] });
    expect(openApiDocument(app, { info }).paths['/']).toMatchObject({
      get: { tags: ['own'], security: [] },
    });
  });

  it('finds endpoints and middleware that are registered as names of container entries', () => {
    const values: Record<string, unknown> = {
      show: endpoint({ summary: 'x' }, handler as never),
      guard,
    };
    const app = createApp({
      container: { has: (name) => name in values, get: (name) => values[name] },
    });
    app.get('/', 'show').add('guard');
    app.get('/none', 'missing');
    expect(openApiDocument(app, { info }).paths).toMatchObject({
      '/': { get: { summary: 'x', security: [{ bearer: [] }] } },
    });
  });
});
