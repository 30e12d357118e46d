import { describe as group, expect, it } from '@jest/globals';
import type { EndpointDescription } from '@mortise/contract';
import { defineProblem, files } from '@mortise/contract';
import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { endpoint, endpoints } from '@mortise/endpoint';
import { createApp, serve } from 'mortise';
import * as z from 'zod';
import { describe, OPENAPI, openApiDocument } from '../src/index.js';
import { documented, handler, info } from './documented.js';
import { guard } from './library-app.js';

group('openApiDocument', () => {
  it('describes what a layer sends: problems from 400 on, otherwise a response without a body of its own', () => {
    const layer = describe(
      (request: ServerRequestInterface, next: RequestHandlerInterface) => next.handle(request),
      {
        responses: { 200: 'The file.', 304: 'The client has it.', 403: 'Not yours.' },
      },
    );
    const app = createApp();
    app
      .get('/', endpoint({ responses: { 200: { type: 'image/png' } } }, handler as never))
      .add(layer);
    app.get('/any', endpoint({}, handler as never)).add(layer);
    const { paths } = openApiDocument(app, { info });
    const others = {
      304: { description: 'The client has it.' },
      403: {
        description: 'Not yours.',
        content: { 'application/problem+json': expect.anything() },
      },
      default: { $ref: '#/components/responses/Problem' },
    };
    expect(paths['/']?.['get']).toHaveProperty('responses', {
      200: { description: 'The file.', content: { 'image/png': {} } },
      ...others,
    });
    expect(paths['/any']?.['get']).toHaveProperty('responses', {
      200: { description: 'The file.' },
      ...others,
    });
  });

  it.each<[string, EndpointDescription, readonly string[]]>([
    ['nothing', {}, ['200', 'default']],
    ['a query', { query: z.object({}) }, ['200', '422', 'default']],
    ['a body', { body: z.object({}) }, ['200', '400', '413', '415', '422', 'default']],
  ])('lists the possible errors of a route that describes %s', (_what, description, statuses) => {
    const { responses } = documented(description).paths['/a']?.['get'] as { responses: object };
    expect(Object.keys(responses)).toEqual(statuses);
  });

  it.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
    'describes lists of %s under the names in the description, which the server reads when repeated',
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
      const names = ['title', 'tags', ...(isMultipart ? ['covers'] : [])];
      const properties = Object.fromEntries(names.map((name) => [name, expect.anything()]));
      const schema = { type: 'object', properties, required: names };
      const encoding = { tags: { style: 'form', explode: true } };
      expect(paths['/']).toMatchObject({
        post: {
          requestBody: { content: { [type]: isMultipart ? { schema } : { schema, encoding } } },
        },
      });

      const form = isMultipart ? new FormData() : new URLSearchParams();
      form.append('title', 'x');
      for (const tag of ['a', 'b']) form.append(names[1] as string, tag);
      if (form instanceof FormData) {
        for (const cover of ['1', '2']) form.append('covers', new Blob([cover]), cover);
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

  it('lists invalid input of a described callback, which has no options, under 422', () => {
    const app = createApp();
    app.get('/a', describe(handler as never, { query: z.object({}) }));
    const { get } = openApiDocument(app, { info }).paths['/a'] ?? {};
    const { responses } = get as { responses: object };
    expect(Object.keys(responses)).toEqual(['200', '422', 'default']);
  });

  it.each<[string, NonNullable<EndpointDescription['responses']>, object]>([
    ['the registered phrase', { 201: null }, { 201: { description: 'Created' } }],
    ['its status if it has no phrase', { 299: null }, { 299: { description: 'Status 299' } }],
    ['its own text', { 201: { text: 'Made.' } }, { 201: { description: 'Made.' } }],
    [
      'its type, without a schema',
      { 200: { type: 'text/csv' } },
      { 200: { description: 'OK', content: { 'text/csv': {} } } },
    ],
    [
      'the type of its JSON',
      { 200: { schema: z.string(), type: 'application/hal+json' } },
      {
        200: {
          description: 'OK',
          content: { 'application/hal+json': { schema: { type: 'string' } } },
        },
      },
    ],
    [
      'its headers, which are texts by default',
      {
        200: {
          headers: {
            'X-A': { required: true },
            'X-B': { text: 'B.', schema: z.int().positive() },
          },
        },
      },
      {
        200: {
          description: 'OK',
          headers: {
            'X-A': { required: true, schema: { type: 'string' } },
            'X-B': { description: 'B.', schema: { type: 'integer', exclusiveMinimum: 0 } },
          },
        },
      },
    ],
  ])('describes a response by %s', (_what, responses, written) => {
    const operation = documented({ responses }).paths['/a']?.['get'] as { responses: object };
    const { default: other, ...own } = operation.responses as { default: unknown };
    expect(own).toStrictEqual(written);
    expect(other).toEqual({ $ref: '#/components/responses/Problem' });
  });

  it('joins the texts and the schemas of several problems with one status, each once', () => {
    const one = { title: 'Gone', status: 410 } as const;
    const problems = ['A', 'B'].map((code) => defineProblem({ ...one, code }));
    const { responses } = documented({ problems }).paths['/a']?.['get'] as {
      responses: Record<string, unknown>;
    };
    const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(responses['410']).toStrictEqual({
      description: 'Gone',
      content: {
        'application/problem+json': {
          schema: { anyOf: [schema('AProblem'), schema('BProblem')] },
        },
      },
    });
  });

  it('fixes code, status and type of a problem', () => {
    const type = 'https://a.test/sold-out';
    const options = { title: 'Sold out', status: 409, code: 'SOLD_OUT' };
    const { schemas } = documented({ problems: [defineProblem({ ...options, type })] }).components;
    expect(schemas['SoldOutProblem']).toStrictEqual({
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        {
          type: 'object',
          title: 'Sold out',
          properties: {
            code: { const: 'SOLD_OUT' },
            status: { const: 409 },
            type: { const: type },
          },
          required: ['code'],
        },
      ],
    });
  });

  it('describes the members of a problem as its schema returns them', () => {
    const schema = z.object({ left: z.int().default(1) });
    const options = { title: 'Sold out', status: 409, code: 'SOLD_OUT', schema };
    const { schemas } = documented({ problems: [defineProblem(options)] }).components;
    const { allOf } = schemas['SoldOutProblem'] as { readonly allOf: readonly unknown[] };
    expect(allOf[2]).toMatchObject({ required: ['left'] });
  });

  it('keeps the headers of a response with the status of a problem', () => {
    const Gone = defineProblem({ title: 'Gone', status: 404, code: 'GONE' });
    const responses = { 404: { schema: z.object({}), headers: { 'X-A': { text: 'A.' } } } };
    const { paths } = documented({ responses, problems: [Gone] });
    expect(paths['/a']).toHaveProperty('get.responses.404.headers.X-A.description', 'A.');
  });

  it('names the header of a response whose schema has no JSON Schema', () => {
    const headers = { 'X-A': { schema: z.date() } };
    expect(() => documented({ responses: { 200: { headers } } })).toThrow(
      'GET /a, response 200, header X-A: this zod schema cannot be converted to JSON Schema',
    );
  });

  it('contains only JSON values, even for an operation without any text', () => {
    const document = documented({ query: z.object({ a: z.string() }) });
    expect(document).toStrictEqual(JSON.parse(JSON.stringify(document)));
  });

  it('has the texts, tags and deprecation of the description', () => {
    const texts = { summary: 'S', text: 'T', tags: ['t'], deprecated: true };
    expect(documented(texts).paths['/a']).toMatchObject({
      get: { summary: 'S', description: 'T', tags: ['t'], deprecated: true },
    });
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

  it('requires the scopes of all middleware, beside one that requires nothing', () => {
    const layer = (security: readonly Record<string, readonly string[]>[]) =>
      describe((request: never, next: { handle(r: never): never }) => next.handle(request), {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        security,
      });
    const app = createApp();
    app.add(layer([{ bearer: ['read'] }]));
    app.add(layer([]));
    const route = app.get('/a', endpoint({}, handler as never));
    route.add(layer([{ bearer: ['write', 'read'] }]));
    expect(openApiDocument(app, { info }).paths['/a']).toMatchObject({
      get: { security: [{ bearer: ['read', 'write'] }] },
    });
  });

  it('gives each operation an id of its own, whatever the names of routes', () => {
    const app = createApp();
    const documented = endpoint({}, handler as never);
    app.post('/x', documented, { name: 'books.post' });
    app.map(['GET', 'POST'], '/y', documented, { name: 'books' });
    const ids = Object.values(openApiDocument(app, { info }).paths).flatMap((path) =>
      Object.values(path).map((each) => (each as { operationId: string }).operationId),
    );
    expect(ids).toEqual(['books.post', 'books', 'books.post.post']);
  });

  it.each(['constructor', 'toString', 'valueOf'])('describes a placeholder {%s}', (name) => {
    const app = createApp();
    app.get(`/{${name}}`, endpoint({}, handler as never));
    const get = openApiDocument(app, { info }).paths[`/{${name}}`]?.['get'] as {
      parameters: readonly object[];
    };
    expect(get.parameters).toEqual([
      { name, in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  it('has the text of the innermost middleware that responds with a status', () => {
    const layer = (text: string) =>
      describe((request: never, next: { handle(r: never): never }) => next.handle(request), {
        responses: { 401: text },
      });
    const app = createApp();
    app.add(layer('Of the application.'));
    const route = app.get('/a', endpoint({}, handler as never));
    route.add(layer('Inner.')).add(layer('Outer.'));
    expect(openApiDocument(app, { info }).paths['/a']).toMatchObject({
      get: { responses: { 401: { description: 'Inner.' } } },
    });
  });

  it('has the text of middleware once for a response that the endpoint describes too', () => {
    const layer = describe(
      (request: never, next: { handle(r: never): never }) => next.handle(request),
      { responses: { 429: 'Wait.' } },
    );
    const app = createApp();
    const own = z.object({ wait: z.int() });
    app.get('/a', endpoint({ responses: { 429: own } }, handler as never)).add(layer);
    app
      .get('/b', endpoint({ responses: { 429: { schema: own, text: 'Own.' } } }, handler as never))
      .add(layer);
    const described = (description: string) => ({ get: { responses: { 429: { description } } } });
    expect(openApiDocument(app, { info }).paths).toMatchObject({
      '/a': described('Wait.'),
      '/b': described('Own. Wait.'),
    });
  });

  it.each(['bearer', 'toString', 'constructor'])(
    'refuses the security scheme %s, which is not described, in any alternative',
    (name) => {
      for (const security of [[{ [name]: [] }], [{}, { [name]: [] }]]) {
        expect(() => documented({ security })).toThrow(
          `GET /a: the security scheme "${name}" is not described`,
        );
      }
    },
  );

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
