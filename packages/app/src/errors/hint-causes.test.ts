import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, html, json, redirect, text } from '../index.js';

/** JavaScript of other frameworks, so that no type refuses it. */
type Code = (...args: never) => unknown;
const { get } = requestsOf(factories);
const asked = get('/books?q=1');

/** The log line of a request to an application that `define` sets up. */
async function logged(define: (app: AppInterface) => void): Promise<string> {
  const { lines, logger } = recorder();
  const app = createApp({ factories, logger });
  define(app);
  await app.handle(asked);
  return String(lines[0]?.[1]);
}
const ofHandler = (handler: unknown) =>
  logged((app) => {
    app.get('/books', handler as never);
  });
const ofLayer = (layer: unknown) =>
  logged((app) => {
    app.get('/books', (_request, response) => response);
    app.add(layer as never);
  });

/** Compiled from text: the sources that hints read are then those of this file. */
function code(source: string): Code {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return new Function('text', 'json', `return ${source}`)(text, json) as Code;
}

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
  ])('that %s has no hint', async (_what, source) => {
    expect(await ofHandler(code(source))).not.toContain('instead of');
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
    'an argument',
    '(request, response) => text(response, new URL(request.url).pathname)',
    'getRequestTarget()',
  ],
  ['a member of a context', '(ctx) => ctx.params.id', '(request, response, { id })'],
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
  ['listen', 'serve(app'],
] as const)('app.%s and group.%s say the line', (name, line) => {
  const call = (owner: unknown) => () => (owner as Record<string, () => void>)[name]?.();
  const app = createApp({ factories });
  expect(call(app)).toThrow(line);
  app.group('/x', (group) => {
    expect(call(group)).toThrow(line);
  });
  expect.assertions(2);
});

it('an application has no fetch or request, by which libraries know others', () => {
  const app = createApp({ factories });
  expect(['fetch', 'request'].filter((name) => name in app)).toEqual([]);
});
