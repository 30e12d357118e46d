import { describe as group, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { EndpointDescription } from '@mortise/contract';
import { defineProblem, files } from '@mortise/contract';
import { endpoint, endpoints } from '@mortise/endpoint';
import { type as ark } from 'arktype';
import { createApp, factories, serve } from 'mortise';
import * as v from 'valibot';
import * as z from 'zod';
import * as openapiPackage from '../src/index.js';
import {
  describe,
  OPENAPI,
  openApiDocument,
  OpenApiError,
  problemCatalogue,
} from '../src/index.js';
import { guard } from './library-app.js';

const info = { title: 'A', version: '1' };
const handler = (_request: unknown, response: never): never => response;

/** The operations of an application with one described route. */
function documented(description: EndpointDescription, pattern = '/a', make = endpoint) {
  const app = createApp();
  app.get(pattern, make(description, handler as never));
  return openApiDocument(app, { info });
}

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

  it('omits the bounds of safe integers, and additionalProperties: false in responses', () => {
    const { paths } = documented({ responses: { 200: z.object({ n: z.int() }) } });
    expect(JSON.stringify(paths)).not.toMatch(/9007199254740991|additionalProperties/);
  });

  it('creates BookInput beside Book if they differ, also for schemas that refer to them', () => {
    const Author = z.object({ name: z.string().default('x') }).meta({ id: 'Author' });
    const Book = z.object({ by: Author }).meta({ id: 'Book' });
    const Same = z.object({ a: z.string() }).meta({ id: 'Same' });
    const app = createApp();
    app.post(
      '/',
      endpoint(
        {
          body: z.object({ book: Book, same: Same }),
          responses: { 200: z.object({ book: Book, same: Same }) },
        },
        handler as never,
      ),
    );
    const { schemas } = openApiDocument(app, { info }).components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Author', 'AuthorInput', 'Book', 'BookInput', 'Same']),
    );
    expect(Object.keys(schemas)).not.toContain('SameInput');
    expect(schemas['BookInput']).toMatchObject({
      properties: { by: { $ref: '#/components/schemas/AuthorInput' } },
    });
  });

  it('numbers different schemas of one id', () => {
    const app = createApp();
    for (const type of ['string', 'integer']) {
      const jsonSchema = () => ({ $ref: '#/$defs/Same', $defs: { Same: { type } } });
      const described = endpoints({ jsonSchema })(
        { responses: { 200: z.unknown() } },
        handler as never,
      );
      app.get(`/${type}`, described);
    }
    expect(Object.keys(openApiDocument(app, { info }).components.schemas)).toEqual(
      expect.arrayContaining(['Same', 'Same2']),
    );
  });

  it('numbers different problems of one code, and renames a schema with the id of a problem', () => {
    const options = { title: 'A', status: 409, code: 'SOLD_OUT' };
    const Problem = defineProblem({ ...options, schema: z.object({ a: z.int() }) });
    const Other = defineProblem({ ...options, schema: z.object({ b: z.int() }) });
    const schema = z.object({ c: z.int() }).meta({ id: 'SoldOutProblem' });
    const { paths, components } = documented({
      responses: { 200: schema },
      problems: [Problem, Other, Problem],
    });
    const references = JSON.stringify(paths).match(/\w*SoldOut\w+/g) ?? [];
    expect(references).toEqual(['SoldOutProblemSchema', 'SoldOutProblem', 'SoldOutProblem2']);
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(references));
  });

  it('makes a component of a schema that refers to itself and has no name', () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const { paths, components } = documented({ responses: { 200: Tree } });
    const Schema1 = { $ref: '#/components/schemas/Schema1' };
    expect(paths['/a']).toMatchObject({
      get: { responses: { 200: { content: { 'application/json': { schema: Schema1 } } } } },
    });
    expect(components.schemas['Schema1']).toMatchObject({
      properties: { children: { type: 'array', items: Schema1 } },
    });
  });

  it('follows references to names that are percent-encoded, or have a percent sign', () => {
    const part = { $ref: '#/$defs/50%' };
    const other = { $ref: '#/$defs/50%25' };
    const $defs = { '50%': { type: 'string' } };
    const jsonSchema = () => ({ type: 'object', properties: { part, other }, $defs });
    const make = endpoints({ jsonSchema });
    const document = documented({ responses: { 200: z.object({}) } }, '/a', make);
    const text = JSON.stringify(document.paths);
    expect(text.match(/"#\/components\/schemas\/50_"/g)).toHaveLength(2);
    expect(document.components.schemas['50_']).toEqual({ type: 'string' });
  });

  it('reads a schema once for each direction', () => {
    const read: string[] = [];
    const schema = {
      '~standard': {
        version: 1 as const,
        vendor: 'counting',
        validate: (value: unknown) => ({ value }),
        jsonSchema: {
          input: () => (read.push('input'), { type: 'object' }),
          output: () => (read.push('output'), { type: 'object' }),
        },
      },
    };
    const app = createApp();
    const description = { body: schema, responses: { 200: schema, 201: schema } };
    app.post('/a', endpoint(description, handler as never));
    app.post('/b', endpoint(description, handler as never));
    openApiDocument(app, { info });
    expect(read).toEqual(['input', 'output']);
  });

  it.each<[string, EndpointDescription, RegExp]>([
    [
      'a date of zod',
      { query: z.object({ at: z.date() }) },
      /^GET \/a, query: a schema of zod has no JSON Schema \(Date cannot/,
    ],
    [
      'a date of arktype',
      { responses: { 200: ark({ at: 'Date' }) } },
      /^GET \/a, response 200: a schema of arktype/,
    ],
    [
      'valibot alone',
      { body: v.object({}) },
      /^GET \/a, body: a schema of valibot .* wrap it in toStandardJsonSchema\(\)/,
    ],
    [
      'a member of a problem',
      {
        problems: [
          defineProblem({ title: 'X', status: 409, code: 'X', schema: z.object({ at: z.date() }) }),
        ],
      },
      /^GET \/a, problem X/,
    ],
  ])('refuses %s, and names route and part', (_what, description, message) => {
    expect(() => documented(description)).toThrow(OpenApiError);
    expect(() => documented(description)).toThrow(message);
  });

  it('treats a schema without JSON Schema as any value if configured', () => {
    const app = createApp();
    app.get('/', endpoint({ query: z.object({ at: z.date() }) }, handler as never));
    const { paths } = openApiDocument(app, { info, onUnknownSchema: 'any' });
    expect(paths['/']).toMatchObject({ get: { parameters: [{ name: 'at', schema: {} }] } });
  });

  it('uses the JSON Schema that was passed to the endpoint', () => {
    const make = endpoints({
      jsonSchema: () => ({ type: 'object', properties: { n: { type: 'number' } } }),
    });
    const { paths } = documented({ query: v.object({ n: v.number() }) }, '/a', make);
    expect(paths['/a']).toMatchObject({
      get: { parameters: [{ name: 'n', schema: { type: 'number' } }] },
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

it('problemCatalogue lists the kinds of problems by code, with their routes', () => {
  const app = createApp();
  const B = defineProblem({ title: 'B', status: 409, code: 'B' });
  const A = defineProblem({ title: 'A', status: 410, code: 'A', type: 'https://a.test/a' });
  app.get('/1', endpoint({ problems: [B, A] }, handler as never));
  app.get('/2', endpoint({ problems: [B] }, handler as never));
  expect(problemCatalogue(app)).toEqual([
    { code: 'A', status: 410, title: 'A', type: 'https://a.test/a', routes: ['GET /1'] },
    { code: 'B', status: 409, title: 'B', type: 'about:blank', routes: ['GET /1', 'GET /2'] },
  ]);
});

it('exports exactly the documented names', () => {
  expect(Object.keys(openapiPackage).sort()).toEqual([
    'OPENAPI',
    'OpenApiError',
    'describe',
    'openApiDocument',
    'openApiHandler',
    'problemCatalogue',
  ]);
});
