import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { runInThisContext } from 'node:vm';
import { type Code, code, logged } from '../../test/logged-line.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, html, json, redirect, text } from '../index.js';

type Limit = (response: unknown) => unknown;

const { get } = requestsOf(factories);
const asked = get('/books?q=1');

const ofHandler = (handler: unknown) =>
  logged((app) => {
    app.get('/books', handler as never);
  });
const ofLayer = (layer: unknown) =>
  logged((app) => {
    app.get('/books', (_request, response) => response);
    app.add(layer as never);
  });

describe('a fault that has another cause', () => {
  it.each([
    [
      'names the member in a comment',
      '(request, response) => { /* request.body.x */ return u.x; }',
    ],
    [
      'reads another property',
      '(request, response) => { const a = undefined; return text(response, a.name + request.query); }',
    ],
    [
      'has a request of its own',
      "async (_request, response) => { const req = new Request('http://x/'); const a = undefined; return text(response, a.name + req.url); }",
    ],
    [
      'reads the same property of a request of its own',
      'async (_request, response) => { const req = { query: undefined }; return text(response, req.query.q); }',
    ],
    [
      'calls a response of its own',
      'async (request, response) => { const res = { ok: 1 }; return json(response, res.json()); }',
    ],
    [
      'has a variable whose name begins that of its parameter',
      '(request, response) => { const [req] = [{}]; return text(response, req.query.q); }',
    ],
    ['gives text undefined', '(request, response) => text(response, undefined)'],
    [
      'reads a property of null that files do not have',
      "(request, response) => { const uploadedFile = () => null; uploadedFile(request, 'a'); return text(response, null.name); }",
    ],
  ])('that %s has no hint', async (_what, source) => {
    expect(await ofHandler(code(source))).not.toContain('instead of');
  });

  it.each([
    ['/srv/src/limiter.js', true],
    ['/srv/node_modules/limiter/index.js', false],
  ])('in a function of %s that the handler calls has a hint: %s', async (filename, has) => {
    const limit = runInThisContext('(response) => response.status(429)', { filename }) as unknown;
    const line = await ofHandler((_request: unknown, own: unknown) => (limit as Limit)(own));
    expect(line).toContain('response.status is not a function');
    expect(line.includes('instead of response.status')).toBe(has);
  });

  it('of a layer is not explained by the handler', async () => {
    const line = await logged((app) => {
      app.get('/books', code('(request, response) => text(response, request.url)') as never);
      app.add(code('(request, handler) => { const user = undefined; return user.name; }') as never);
    });
    expect(line).not.toContain('instead of');
  });
});

it.each([
  [
    'a property that follows',
    '(request, response) => text(response, request.query.q)',
    'getQueryParams()',
  ],
  ['an index', "(request, response) => text(response, request.headers['host'])", 'getHeaderLine('],
  [
    'a parameter that is taken apart',
    '({ body }, response) => text(response, body.x)',
    'instead of { body }, write request.getParsedBody()',
  ],
  [
    'a variable that is taken apart',
    '(req, res) => { const { body } = req; return text(res, body.x); }',
    'instead of { body }, write req.getParsedBody()',
  ],
  [
    'an argument',
    '(request, response) => text(response, new URL(request.url).pathname)',
    'getRequestTarget()',
  ],
  ['a member of a context', '(ctx) => ctx.params.id', '(request, response, { id })'],
  [
    'a state that is set',
    '(ctx) => { ctx.state.user = 1; }',
    "write request.getAttribute('name'), which a layer sets with request.withAttribute('name', value), in (request, response) => { ... }",
  ],
  [
    'a named context',
    '(context) => context.json({})',
    'json(response, data), in (request, response)',
  ],
  [
    'an assignment to a context',
    "(ctx) => { ctx.body = 'hi'; }",
    "text(response, 'text'), in (request, response)",
  ],
  [
    'headers of a response',
    "(req, res) => { res.headers.set('a', 'b'); return res; }",
    "return res.withHeader('Name', 'value')",
  ],
  ['a cookie that is removed', "(req, res) => res.clearCookie('a')", '{ maxAge: 0 }'],
  ['locals', '(req, res) => { res.locals.user = 1; return res; }', 'req.withAttribute('],
  ['the user', '(req, res) => text(res, req.user.id)', "req.getAttribute('user')"],
  ['a file', '(req, res) => text(res, req.file.name)', 'getUploadedFiles()'],
  ['a listener', "(req, res) => { req.on('close', () => 1); return res; }", 'getLifetime().onEnd('],
  ['text that ends', "(req, res) => { res.end('x'); }", "return text(res, 'text')"],
  [
    'a status after the data',
    '(req, res) => json(res, { a: [1] }).status(201)',
    'instead of json(res, { a: [1] }).status, write json(res, data, 201)',
  ],
  ['an argument of the request', "(req, res) => text(res, req.getArgument('id'))", '{ id }'],
  [
    'types that Node has replaced with spaces',
    '(req, res) => text(res, (req.getParsedBody()       ).title   )',
    'the parsed body is null',
  ],
  [
    'a body that is assigned',
    "(req, res) => { res.body = 'x'; return res; }",
    "return text(res, 'text')",
  ],
])('a handler with %s meets the line to write', async (_what, source, line) => {
  expect(await ofHandler(code(source))).toContain(line);
});

it('a handler that is an object meets the line too', async () => {
  const handler = { handle: code('function (request) { return request.query.q; }') };
  expect(await ofHandler(handler)).toContain('getQueryParams()');
});

describe('a layer', () => {
  it.each([
    ['the request', '(request) => request'],
    ['the function that calls the next handler', '(request, handler) => handler.handle'],
  ])('that returns %s meets the call', async (_what, source) => {
    expect(await ofLayer(code(source))).toMatch(
      /; write return handler\.handle\(request\), in \(request, handler\) => \{ \.\.\. \}$/,
    );
  });

  it.each([
    ['reads headers', '(request, handler) => request.headers.authorization', 'getHeaderLine('],
    [
      'reads the address',
      "async (request, handler) => request.url.startsWith('/a')",
      'getRequestTarget()',
    ],
    [
      'reads arguments',
      '(request, handler) => request.params.id',
      "routeOf(request)?.getArgument('id')",
    ],
    ['calls its second parameter', '(request, next) => next(request)', 'handler.handle(request)'],
    [
      'changes what it received',
      "async (req, handler) => { const res = await handler.handle(req); res.setHeader('x', '1'); return res; }",
      "return res.withHeader('Name', 'value')",
    ],
  ])('that %s meets the line to write', async (_what, source, line) => {
    expect(await ofLayer(code(source))).toContain(line);
  });

  it('that does not await an asynchronous handler meets it', async () => {
    const line = await logged((app) => {
      app.get('/books', (_request, response) => Promise.resolve(response));
      app.add(code("(request, handler) => handler.handle(request).withHeader('a', 'b')") as never);
    });
    expect(line).toContain('(await handler.handle(request))');
  });

  const empty = code('(request, handler) => handler.handle()');
  it.each<[string, (app: AppInterface) => void]>([
    ['a route', (app) => app.get('/books', (_request, response) => response).add(empty as never)],
    [
      'a route, outside another',
      (app) =>
        app
          .get('/books', (_request, response) => response)
          .add((request, handler) => handler.handle(request))
          .add(empty as never),
    ],
    [
      'a group',
      (app) =>
        app
          .group('', (group) => void group.get('/books', (_request, response) => response))
          .add(empty as never),
    ],
  ])('of %s that passes no request on meets it', async (_place, define) => {
    expect(await logged(define)).toContain(
      'handler.handle received undefined instead of the request: write handler.handle(request)',
    );
  });
});

it.each<[string, Code, unknown[]]>([
  ['text', text, ['hi']],
  ['html', html, ['<p>']],
  ['json', json, [{ a: 1 }]],
  ['redirect', redirect, ['/x']],
])('%s() without the response says the line', (name, call, given) => {
  expect(() => (call as (...all: unknown[]) => unknown)(...given)).toThrow(
    `instead of the response: write return ${name}(response, ...)`,
  );
});

it.each([
  ['all', 'any('],
  ['route', 'mount('],
  ['register', 'group('],
  ['onError', 'setDefaultErrorHandler('],
  ['setNotFoundHandler', 'notFound('],
  ['addHook', 'app.add('],
  ['set', 'serve(app, { trustProxy:'],
  ['inject', 'inProcess(app)'],
  ['head', '.get(pattern, handler), which also handles HEAD'],
  ['del', '.delete(pattern, handler)'],
  ['param', '(request, response, { id })'],
  ['decorate', "request.withAttribute('name', value) in a layer"],
  ['static', "app.add(staticFiles({ root: 'public' })), from @mortise/static/node"],
  ['ws', '.get(pattern, handler), with webSocket from @mortise/ws/node'],
  ['basePath', "app.setBasePath('/path')"],
  ['listen', 'serve(app'],
  ['run', 'serve(app'],
  ['enable', 'serve(app, { trustProxy:'],
  ['disable', 'serve(app, { trustProxy:'],
  ['engine', 'app.add(view({ engine })), from @mortise/view'],
  ['ready', 'await serve(app)'],
  ['printRoutes', 'app.explain()'],
  ['decorateRequest', "request.withAttribute('name', value) in a layer"],
  ['addContentTypeParser', 'createApp({ body: { parsers:'],
  ['on', '.map([method], pattern, handler)'],
  ['enableCors', 'app.add(cors({ origins })), from @mortise/cors'],
  ['urlFor', "urlFor(request, 'name', args)"],
  ['pathFor', "urlFor(request, 'name', args)"],
  ['setGlobalPrefix', "app.group('/prefix', (group) => { ... })"],
  ['start', 'serve(app'],
  ['resource', '.get(pattern, handler), and one call for each other route'],
] as const)('app.%s and group.%s say the line', (name, line) => {
  const call = (owner: unknown) => () => (owner as Record<string, () => void>)[name]?.();
  const app = createApp({ factories });
  expect(call(app)).toThrow(line);
  app.group('/x', (group) => {
    expect(call(group)).toThrow(line);
  });
  expect.assertions(2);
});

it('app.add(application) names mount, and setErrorHandler(handler) the default handler', () => {
  const app = createApp({ factories });
  for (const value of [createApp({ factories }), { handle: () => app.factories.createResponse() }])
    expect(() => app.add(value as never)).toThrow(
      "in the container; for an application or a handler, write app.mount('/path', handler)",
    );
  expect(() =>
    (app as unknown as Record<string, (given: unknown) => void>)['setErrorHandler']?.(() => 1),
  ).toThrow(
    'received undefined; expected a function; for all errors, write setDefaultErrorHandler(handler)',
  );
});

it('a method that lost its object is named', async () => {
  class Books {
    service = { all: () => 'all' };
    index(_request: never, response: never) {
      return text(response, this.service.all());
    }
  }
  const books = new Books();
  const { index } = Object.getPrototypeOf(books) as { index: unknown };
  const line = '(...args) => object.index(...args)';
  expect(await ofHandler(index)).toMatch(
    new RegExp(
      `; the method was passed without its object: write ${line.replaceAll(/\W/g, '\\$&')}$`,
    ),
  );
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const mended = new Function('object', `return ${line}`)(books) as never;
  const app = createApp({ factories });
  app.get('/books', mended);
  expect((await app.handle(asked)).getStatusCode()).toBe(200);
});

it.each([
  [
    '(q, r, id) => text(r, "id " + id)',
    'instead of id, write the third parameter of the handler: (q, r, { id })',
  ],
  ['(ctx) => ctx.state.user.x', "instead of ctx.state, write request.getAttribute('name')"],
  [
    'async function* (q, r) { yield 1; }',
    'write return r.withBody(app.factories.createStreamFromResource(source))',
  ],
  ['(q, r, args) => text(r, `${args}`)', 'instead of args, write the third parameter'],
  [
    "(c) => c.set('user', 1)",
    "write app.add((request, handler) => handler.handle(request.withAttribute('name', value)))",
  ],
  [
    "(c) => c.req.valid('query')",
    "c.req.valid, write request.getParsedBody(), with createApp({ body: {} }), or request.getQueryParams()['name'] for 'query'",
  ],
  [
    "(q, r) => text(r, q.headers['user-agent'].x)",
    "instead of q.headers, write q.getHeaderLine('Name')",
  ],
  [
    '(q, r) => { q.session.user = 1; return r; }',
    "write sessionOf(q).get('name'), or .set('name', value), from @mortise/session",
  ],
])('%s meets the line', async (source, line) => {
  expect(await ofHandler(code(source))).toContain(line);
});

describe('a body that is null', () => {
  it.each([
    '(q, r) => text(r, q.getParsedBody().title)',
    '(q, r) => { const { title } = q.getParsedBody(); return text(r, title); }',
    '(q, r) => { const body = q.getParsedBody(); return text(r, body.title); }',
    '(q, r) => { const { title } = q.getParsedBody().book; return text(r, title); }',
  ])('is named for %s', async (source) => {
    expect(await ofHandler(code(source))).toMatch(
      /; the parsed body is null: .* createApp\(\{ body: \{ strict: true \} \}\), which responds with 400 to a malformed body$/,
    );
  });

  it.each([
    '(q, r) => { const x = null; return text(r, x.title); }',
    '(q, r) => { const x = null; q.getParsedBody(); return text(r, x.title); }',
  ])('is not named for %s', async (source) => {
    expect(await ofHandler(code(source))).not.toContain('parsed body');
  });
});

it.each([
  ['for await', 'async (q, r) => { for await (const chunk of q) r.write(chunk); return r; }'],
  ['pipe', '(q, r) => q.pipe(r)'],
])('%s over a request names its body', async (_what, source) => {
  expect(await ofHandler(code(source))).toContain('q.getBody()');
});

it.each([
  [
    'flash',
    "(q, r) => { q.flash('a', 'b'); return r; }",
    "sessionOf(q).flash.addMessage('name', 'text')",
  ],
  [
    'accepts',
    "(q, r) => text(r, q.accepts('html'))",
    "negotiateMediaType(q.getHeaderLine('Accept'), ",
  ],
  ['isAuthenticated', '(q, r) => text(r, q.isAuthenticated())', "q.getAttribute('user')"],
  ['files', '(q, r) => text(r, q.files.a.name)', "q.getUploadedFiles()['name']"],
  ['format', '(q, r) => r.format({})', "negotiateMediaType(q.getHeaderLine('Accept'), "],
])('request.%s has a line', async (_member, source, line) => {
  expect(await ofHandler(code(source))).toContain(`, write ${line}`);
});

describe('an invalid value that a schema throws', () => {
  const parsed = (source: string) =>
    ofHandler(
      code(
        source.replace(
          'schema',
          "{ parse: () => { throw { __proto__: Error.prototype, name: 'ZodError', message: 'm', issues: [] } } }",
        ),
      ),
    );

  it('names endpoint, with the part that was parsed', async () => {
    const hint = 'to answer invalid input with 422, write endpoint({ body: schema }, handler)';
    expect(await parsed('(q, r) => json(r, (schema).parse(q.getParsedBody()))')).toContain(hint);
    expect(await parsed('(q, r) => json(r, (schema).parse(q.getQueryParams()))')).toContain(
      hint.replace('body', 'query'),
    );
    const inTwoSteps =
      '(q, r) => { const body = q.getParsedBody(); return json(r, (schema).parse(body)); }';
    expect(await parsed(inTwoSteps)).toContain(hint);
  });
});
