import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { code, logged } from '../../test/logged-line.js';
import { type AppInterface, createApp, perRequest, redirect } from '../index.js';

describe('an error handler whose first parameter is the error', () => {
  const set: readonly ((app: AppInterface, handler: never) => unknown)[] = [
    (app, handler) => app.setDefaultErrorHandler(handler),
    (app, handler) => app.setErrorHandler(Error, handler, true),
    (app, handler) => app.addErrorMiddleware().setDefaultErrorHandler(handler),
  ];
  it.each([
    '(err, req) => json(req, {})',
    '(error) => error',
    'async (err, req, res, next) => res',
    'async err => err',
    'function (error, request, reply) { return reply; }',
    'async function onError(_err, c) { return c; }',
    '(e, c) => c',
    '(exception, req) => req',
  ])('is refused: %s', (source) => {
    for (const call of set)
      expect(() => call(createApp({ factories }), code(source) as never)).toThrow(
        'invalid error handler: its first parameter is the request, not the error; write (request, error) => response',
      );
  });

  it.each([
    '(request, error) => request',
    '(e, t) => e',
    'function(e,t){return e}',
    '(errors, error) => errors',
    '() => error()',
    'e => e',
    '(_request, err) => err',
  ])('is not seen in %s', (source) => {
    for (const call of set)
      expect(() => call(createApp({ factories }), code(source) as never)).not.toThrow();
  });
});

it('group() without its prefix, and redirect() with the status first, say the order', () => {
  const app = createApp({ factories });
  expect(() => app.group(((group: unknown) => group) as never, undefined as never)).toThrow(
    "received a function instead of the prefix; write group('/prefix', (group) => { ... }), or '' for no prefix",
  );
  const response = factories.createResponse();
  expect(() => redirect(response, 301 as never, '/x' as never)).toThrow(
    `invalid redirect status "/x": expected 300 to 303, 307 or 308; write redirect(response, '/path', 301)`,
  );
  expect(() => redirect(response, '/x', 200)).toThrow(/expected 300 to 303, 307 or 308$/);
});

describe('a handler that is not given as a function', () => {
  const show = code('(q, r) => text(r, q.query.name)');
  const entries: Readonly<Record<string, () => unknown>> = {
    K: () => ({ show }),
    'K.invoke': () => ({ invoke: show }),
    late: () => ({ show: code('async (q, r) => text(r, q.query.name)') }),
  };
  const container = {
    has: (id: string) => Object.hasOwn(entries, id),
    get: (id: string) => entries[id]?.(),
  };
  it.each<[string, (app: AppInterface) => void]>([
    ['a method of an entry', (app) => app.get('/books', 'K:show')],
    ['an entry', (app) => app.get('/books', 'K.invoke')],
    ['an entry for each request', (app) => app.get('/books', perRequest('K:show'))],
    ['an asynchronous method', (app) => app.get('/books', 'late:show')],
    ['for unknown paths', (app) => app.notFound(show as never)],
    ['for unknown paths, a name', (app) => app.notFound('K:show')],
    [
      'for errors',
      (app) => {
        app.setErrorHandler(Error, code('(q, e) => text(e, q.query.name)') as never, true);
        app.get('/books', () => {
          throw new Error('out of stock');
        });
      },
    ],
    [
      'for errors, asynchronous, of a layer',
      (app) => {
        const errors = app.addErrorMiddleware();
        errors.setDefaultErrorHandler(code('async (q, e) => text(e, q.query.name)') as never);
        app.get('/books', () => {
          throw new Error('out of stock');
        });
      },
    ],
  ])('(%s) meets the line, with its names', async (_what, define) => {
    expect(await logged(define, { container })).toContain(
      "instead of q.query, write q.getQueryParams()['name']",
    );
  });

  it('for unknown paths may assign no status to its response', async () => {
    const handler = code('(req, res) => { res.statusCode = 410; return res; }');
    expect(await logged((app) => app.notFound(handler as never))).toBe(
      '500 AppError: the app.notFound() handler assigned 410 to response.statusCode, which has no effect: responses are immutable; write return res.withStatus(410)',
    );
  });
});

it.each([
  [
    'a method of a web Request on a stream',
    '(request, response) => text(response, request.getBody().json().title)',
    'write request.getParsedBody(), with createApp({ body: {} })',
  ],
  [
    'a file that was not sent',
    "(req, res) => { const uploadedFile = () => null; return text(res, uploadedFile(req, 'cover').getClientFilename()); }",
    "write const file = uploadedFile(req, 'name'); if (file === null) throw httpError(422, 'Send a file.')",
  ],
  [
    'a file in a variable that was not sent',
    "async (request, response) => { const uploadedFile = () => null; const file = uploadedFile(request, 'cover'); await file.moveTo('a'); return response; }",
    'if (file === null) throw httpError(',
  ],
  [
    'the route of Slim',
    "(req, res) => text(res, req.getAttribute('route').getArgument('id'))",
    "instead of req.getAttribute('route'), write routeOf(req)",
  ],
  [
    'the container of Slim',
    "function (req, res) { 'use strict'; return text(res, this.get('books').list); }",
    "instead of this.get, write app.getContainer().get('name')",
  ],
  [
    'an object as text',
    '(req, res) => text(res, { a: 1 })',
    'instead of text(res, { a: 1 }), write json(res, data)',
  ],
  ['a list as text', '(req, res) => text(res, [1])', 'write json(res, data)'],
  [
    'a number as text',
    '(req, res) => text(res, Math.max(7, 8))',
    'instead of text(res, Math.max(7, 8)), write text(res, String(value))',
  ],
  ['a number as HTML', '(req, res) => html(res, 7)', 'write html(res, String(value))'],
])('a handler with %s meets the line to write', async (_what, source, line) => {
  const own = await logged((app) => void app.get('/books', code(source) as never));
  expect(own).toContain(line);
});
