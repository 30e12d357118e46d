import { describe as group, expect, it } from '@jest/globals';
import { defineProblem, type EndpointDescription } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { createApp, factories, type MiddlewareFunction } from 'mortise';
import * as z from 'zod';
import { handler, info } from '../test/documented.js';
import {
  describe,
  OPENAPI,
  openApiDocument,
  OpenApiError,
  openApiHandler,
  type OpenApiOptions,
  problemCatalogue,
} from './index.js';

type Layer = Parameters<typeof describe>[1];

function layer(description: Layer): MiddlewareFunction {
  return describe<MiddlewareFunction>((request, next) => next.handle(request), description);
}

const secured = (name: string, more: Layer = {}) =>
  layer({
    securitySchemes: { [name]: { type: 'http', scheme: name } },
    security: [{ [name]: [] }],
    ...more,
  });

group('the document', () => {
  it('has the version of OpenAPI, the information and the components of every application', () => {
    const { openapi, paths, components, ...rest } = openApiDocument(createApp(), {
      info: { ...info, description: 'D', license: { name: 'L' } },
    });
    expect([openapi, paths]).toEqual(['3.1.1', {}]);
    expect(rest).toEqual({
      info: { ...info, description: 'D', license: { name: 'L' } },
      servers: [{ url: '/' }],
    });
    expect(Object.keys(components)).toEqual(['schemas', 'responses']);
    expect(Object.keys(components.schemas)).toEqual(['InputProblem', 'Problem', 'Violation']);
    expect(Object.entries(components.responses)).toMatchObject([
      ['Problem', { description: 'Any other error.' }],
      ['BadRequest', { description: 'The request cannot be read.' }],
      ['ContentTooLarge', { description: 'The body exceeds a limit.' }],
      ['MediaTypeUnsupported', { description: 'The body has an unsupported type.' }],
      ['InputInvalid', { description: 'Some values are invalid; the response lists them.' }],
    ]);
  });

  it('prefers the servers of its options over the base path', () => {
    const app = createApp().setBasePath('/api');
    const servers = [{ url: 'https://a.test' }];
    expect(openApiDocument(app, { info, servers }).servers).toEqual(servers);
  });

  it.each<[Partial<OpenApiOptions>, string]>([
    [{}, '/{a}'],
    [{ colonPlaceholders: true }, '/{a}'],
    [{ colonPlaceholders: false }, '/:a'],
  ])('with %j reads the pattern /:a as %s', (options, path) => {
    const app = createApp();
    app.get('/:a', endpoint({}, handler as never));
    expect(Object.keys(openApiDocument(app, { info, ...options }).paths)).toEqual([path]);
  });

  it('has the security schemes of its options, and those of middleware, which win', () => {
    const app = createApp();
    app.get('/a', endpoint({}, handler as never)).add(secured('basic'));
    const securitySchemes = { basic: { type: 'x' }, own: { type: 'y' } };
    expect(openApiDocument(app, { info, securitySchemes }).components.securitySchemes).toEqual({
      basic: { type: 'http', scheme: 'basic' },
      own: { type: 'y' },
    });
    expect(securitySchemes.basic).toEqual({ type: 'x' });
  });

  it('appends its method to every operation of a route after the first', () => {
    const app = createApp();
    app.map(['PUT', 'GET', 'POST'], '/a', endpoint({}, handler as never)).setName('a');
    expect(openApiDocument(app, { info }).paths['/a']).toMatchObject({
      put: { operationId: 'a' },
      get: { operationId: 'a.get' },
      post: { operationId: 'a.post' },
    });
  });

  it('names the arguments of a path after its first route, and describes each by its own schema', () => {
    const app = createApp();
    app.get('/{id:[0-9]+}/{x}', endpoint({}, handler as never));
    const args = z.object({ book: z.int(), y: z.string().min(2) });
    app.put('/{book}/{y}', endpoint({ args }, handler as never));
    const { paths } = openApiDocument(app, { info });
    expect(Object.keys(paths)).toEqual(['/{id}/{x}']);
    expect(paths['/{id}/{x}']).toMatchObject({
      put: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'x', in: 'path', required: true, schema: { type: 'string', minLength: 2 } },
        ],
      },
    });
  });

  it('refuses an argument that the schema requires and no part of the pattern has', () => {
    const app = createApp();
    const callback = endpoint({ args: z.object({ orderId: z.int() }) }, handler as never);
    app.group('/orders', (group) => group.get('/{id}[/{page}]', callback as never));
    expect(() => openApiDocument(app, { info })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_UNKNOWN',
        message: `GET /orders/{id}[/{page}]: the schema of args requires "orderId", which the pattern does not have; use the same name in both`,
      }),
    );
  });

  it.each([
    ['in the prefix of its group', '/{orderId}', '/lines'],
    ['in an optional part', '/orders', '[/{orderId}]'],
  ])('accepts an argument that is %s', (_, prefix, pattern) => {
    const app = createApp();
    const callback = endpoint({ args: z.object({ orderId: z.int() }) }, handler as never);
    app.group(prefix, (group) => group.get(pattern, callback as never));
    expect(Object.keys(openApiDocument(app, { info }).paths).at(-1)).toContain('{orderId}');
  });

  it('accepts a described argument that is optional, and that the pattern does not have', () => {
    const app = createApp();
    const args = z.object({ page: z.int().optional() });
    app.get('/orders', endpoint({ args }, handler as never));
    expect(openApiDocument(app, { info }).paths['/orders']).toBeDefined();
  });

  it('refuses a second route of a path and a method, and names both', () => {
    const app = createApp();
    app.map(['GET', 'PUT'], '/{id:[0-9]+}', endpoint({}, handler as never));
    app.put('/{slug}', endpoint({}, handler as never));
    expect(() => openApiDocument(app, { info })).toThrow(
      expect.objectContaining({
        code: 'PATH_AMBIGUOUS',
        message: expect.stringMatching(
          /^PUT \/\{slug\} has the same path .* as GET\|PUT \/\{id:\[0-9\]\+\};/,
        ),
      }),
    );
  });

  it.each<[string, object]>([
    ['info', { info: { ...info, description: 5 } }],
    ['securitySchemes', { info, securitySchemes: new Map() }],
    ['securitySchemes', { info, securitySchemes: [] }],
  ])('refuses the option %s of %j', (option, options) => {
    expect(() => openApiDocument(createApp({ factories }), options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `openApiDocument.${option}` }),
    );
  });

  it.each(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])(
    'has operations of the method %s',
    (method) => {
      const app = createApp();
      app.map([method], '/a', endpoint({}, handler as never));
      const { paths } = openApiDocument(app, { info });
      expect(Object.keys(paths['/a'] ?? {})).toEqual([method.toLowerCase()]);
    },
  );

  it.each<[string, unknown]>([
    ['without a description', handler],
    ['with a description that is a text', Object.assign(() => null, { description: 'x' })],
    ['with a description that is null', Object.assign(() => null, { description: null })],
  ])('omits a callback %s', (_what, callback) => {
    const app = createApp();
    app.get('/a', callback as never);
    expect(openApiDocument(app, { info }).paths).toEqual({});
  });

  it('looks up no name without a container, and accepts an entry that is null', () => {
    const container = { has: () => true, get: () => null };
    for (const options of [{}, { container }]) {
      const app = createApp(options);
      app.get('/a', 'name');
      app.get('/b', endpoint({}, handler as never)).add('other');
      expect(Object.keys(openApiDocument(app, { info }).paths)).toEqual(['/b']);
    }
  });

  it('asks no container that does not have a name', () => {
    const get = (): never => {
      throw new Error('asked');
    };
    const app = createApp({ container: { has: () => false, get } });
    app.get('/a', 'name');
    expect(openApiDocument(app, { info }).paths).toEqual({});
  });
});

group('the metadata OPENAPI', () => {
  it('hides, tags, deprecates and secures the routes of a group, unless they say otherwise', () => {
    const app = createApp();
    app
      .group('/g', (routes) => {
        routes.get('/all', endpoint({}, handler as never));
        const own = { tags: ['own'], deprecated: false, security: [] };
        routes.get('/own', endpoint(own, handler as never));
      })
      .setMetadata(OPENAPI, { tags: ['g'], deprecated: true, security: [{ key: ['s'] }] })
      .add(secured('bearer'));
    app.get('/shown', endpoint({}, handler as never)).setMetadata(OPENAPI, { hidden: false });
    app
      .group('/internal', (routes) => {
        const jobs = routes.group('/jobs', (inner) => {
          inner.get('/1', endpoint({}, handler as never));
          inner.get('/2', endpoint({}, handler as never)).setMetadata(OPENAPI, { hidden: false });
        });
        jobs.setMetadata(OPENAPI, { tags: ['jobs'] });
      })
      .setMetadata(OPENAPI, { hidden: true, security: [{ key: [] }] });
    app.get('/hidden', endpoint({}, handler as never)).setMetadata(OPENAPI, { hidden: true });
    const { paths } = openApiDocument(app, { info, securitySchemes: { key: {} } });
    expect(Object.keys(paths)).toEqual(['/g/all', '/g/own', '/shown', '/internal/jobs/2']);
    expect(paths['/internal/jobs/2']).toHaveProperty('get', {
      tags: ['jobs'],
      security: [{ key: [] }],
      responses: expect.anything(),
    });
    expect(paths['/g/all']).toHaveProperty('get', {
      tags: ['g'],
      deprecated: true,
      security: [{ key: ['s'] }],
      responses: expect.anything(),
    });
    expect(paths['/g/own']).toHaveProperty('get', {
      tags: ['own'],
      security: [],
      responses: expect.anything(),
    });
    expect(paths['/shown']).toHaveProperty('get', { responses: expect.anything() });
  });
});

group('described middleware', () => {
  it('is wrapped around a route in the order application, outer group, inner group, route', () => {
    const app = createApp();
    const text = (name: string) => layer({ responses: { 401: name, [statusOf[name] ?? 0]: name } });
    const statusOf: Record<string, number> = { app: 450, outer: 451, inner: 452, route: 453 };
    app.add(text('app'));
    app
      .group('/a', (outer) => {
        outer
          .group('/b', (inner) => {
            inner.get('', endpoint({}, handler as never)).add(text('route'));
            inner.get('/2', endpoint({}, handler as never));
          })
          .add(text('inner'));
      })
      .add(text('outer'));
    const { paths } = openApiDocument(app, { info });
    const responses = (path: string) =>
      Object.entries((paths[path]?.['get'] as { responses: object }).responses).map(
        ([status, { description }]) => [status, description as unknown],
      );
    const shared = [
      ['450', 'app'],
      ['451', 'outer'],
      ['452', 'inner'],
    ];
    const ends = [['200', 'OK']];
    const other = ['default', undefined];
    expect(responses('/a/b')).toEqual([
      ...ends,
      ['401', 'route'],
      ...shared,
      ['453', 'route'],
      other,
    ]);
    expect(responses('/a/b/2')).toEqual([...ends, ['401', 'inner'], ...shared, other]);
  });

  it('requires its security together with that of other middleware, in each alternative', () => {
    const app = createApp();
    app
      .get('/a', endpoint({}, handler as never))
      .add(layer({ responses: { 401: 'x' } }))
      .add(secured('a', { security: [{ a: [] }, { b: ['r'] }] }))
      .add(secured('b', { security: [{ b: [] }, {}] }));
    expect(openApiDocument(app, { info }).paths['/a']).toHaveProperty('get.security', [
      { b: [], a: [] },
      { b: ['r'] },
      { a: [] },
      { b: ['r'] },
    ]);
  });

  it('gets a property that is not listed, and that a second call replaces', () => {
    const target = () => null;
    expect(describe(target, { summary: 'one' })).toBe(target);
    expect(Object.keys(target)).toEqual([]);
    expect(describe(target, { summary: 'two' })).toHaveProperty('description', { summary: 'two' });
  });
});

group('openApiHandler', () => {
  it('creates the document with its first request, for all later ones', async () => {
    const app = createApp();
    const send = openApiHandler(app, { info });
    app.get('/a', endpoint({}, handler as never));
    const body = async () => {
      const request = factories.createServerRequest('GET', '/');
      const response = send(request, factories.createResponse());
      expect(response.getHeader('Content-Type')).toEqual(['application/json']);
      return response.getBody().text();
    };
    const first = await body();
    expect(first).toBe(JSON.stringify(openApiDocument(app, { info })));
    app.get('/b', endpoint({}, handler as never));
    expect(await body()).toBe(first);
  });
});

group('problemCatalogue', () => {
  it('lists a code once with all its routes, and none of hidden routes', () => {
    const app = createApp();
    const made = (code: string) => defineProblem({ title: code, status: 409, code });
    app.map(['GET', 'PUT'], '/1', endpoint({ problems: [made('C'), made('A')] }, handler as never));
    app.get('/2', endpoint({ problems: [made('B'), made('A')] }, handler as never));
    app.get('/3', endpoint({}, handler as never));
    const hidden = endpoint({ problems: [made('A')] }, handler as never);
    app.get('/4', hidden).setMetadata(OPENAPI, { hidden: true });
    expect(problemCatalogue(app).map(({ code, routes }) => [code, routes])).toEqual([
      ['A', ['GET|PUT /1', 'GET /2']],
      ['B', ['GET /2']],
      ['C', ['GET|PUT /1']],
    ]);
  });
});

group('OpenApiError', () => {
  const cause = new Error('no date');

  it.each<[OpenApiError, string, RegExp]>([
    [
      OpenApiError.unknownSchema('GET /, query', 'valibot', 'input', cause),
      'SCHEMA_UNKNOWN',
      /^GET \/, query: .*\(no date\); wrap it in toStandardJsonSchema/,
    ],
    [
      OpenApiError.unknownSchema('GET /', 'arktype', 'output', 'text'),
      'SCHEMA_UNKNOWN',
      /this arktype schema cannot be converted to JSON Schema \(text\); use a type that JSON has, such as a string for a date/,
    ],
    [OpenApiError.unknownArgument('A', 'b'), 'ARGUMENT_UNKNOWN', /^A: the schema .* requires "b"/],
    [OpenApiError.ambiguousPath('A', 'B'), 'PATH_AMBIGUOUS', /^A has the same path .* as B; hide/],
    [
      OpenApiError.unknownScheme('A', 'b'),
      'SECURITY_SCHEME_UNKNOWN',
      /^A: .* "b" is not described/,
    ],
  ])('%s has the code %s', (error, code, message) => {
    expect([error.name, error.code]).toEqual(['OpenApiError', code]);
    expect(error.message).toMatch(message);
  });

  it('says how to describe a date of zod, in words that can be described', () => {
    const request = z.object({ at: z.date() });
    const response = z.object({ at: z.date().transform((date) => date.toISOString()) });
    const messageOf = (description: EndpointDescription) => {
      const app = createApp();
      app.post('/', endpoint(description, handler as never));
      try {
        return JSON.stringify(openApiDocument(app, { info }));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf({ body: request })).toContain(
      'such as z.iso.datetime().transform((text) => new Date(text)) for a date',
    );
    expect(messageOf({ responses: { 200: response } })).toContain(
      'such as z.date().transform((date) => date.toISOString()).pipe(z.iso.datetime()) for a date',
    );
    const described = '"at":{"type":"string","format":"date-time"';
    const sent = z.object({
      at: z
        .date()
        .transform((date) => date.toISOString())
        .pipe(z.iso.datetime()),
    });
    const received = z.object({ at: z.iso.datetime().transform((text) => new Date(text)) });
    expect(messageOf({ body: received })).toContain(described);
    expect(messageOf({ responses: { 200: sent } })).toContain(described);
  });

  it('keeps the error of the library', () => {
    expect(OpenApiError.unknownSchema('', '', 'input', cause).cause).toBe(cause);
  });
});
