import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { recorder } from '../../test/failing-app.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppInterface,
  createApp,
  html,
  httpError,
  json,
  redirect,
  routeOf,
  text,
  withCookie,
} from '../index.js';

/** What the lines use: the functions of the package, and values of the program. */
const scope = { text, json, html, httpError, redirect, withCookie, routeOf };
const values = {
  data: { a: 1 },
  value: 'Ada',
  callback: () => undefined,
  /** A new stream for each reader. */
  source: { [Symbol.asyncIterator]: () => new Response('chunks').body?.[Symbol.asyncIterator]() },
};

describe.each(implementations)('the line of a hint, on %s', (_, factories) => {
  const { get } = requestsOf(factories);

  /** Compiles JavaScript in the scope of a program, so that no type refuses it. */
  function compiled(source: string, app: AppInterface): never {
    const names = { ...scope, ...values, app };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return new Function(...Object.keys(names), `return ${source}`)(
      ...Object.values(names),
    ) as never;
  }

  /** Responds with code at one place, and returns the log line of the error, if there is one. */
  async function tried(place: 'handler' | 'layer' | 'errors', source: string) {
    const { lines, logger } = recorder();
    const app = createApp({ factories, logger, errors: { details: false } });
    const code = compiled(source, app);
    const fails = () => {
      throw new RangeError('out of stock');
    };
    const answers = (_request: unknown, response: ResponseInterface) => Promise.resolve(response);
    app.get('/books/{id}', place === 'handler' ? code : place === 'layer' ? answers : fails);
    if (place === 'layer') app.add(code);
    if (place === 'errors') app.setDefaultErrorHandler(code);
    const response = await app.handle(get('/books/7?name=x'));
    return { status: response.getStatusCode(), log: String(lines.at(-1)?.[1]) };
  }

  /** The code with the line of its hint as the only statement. */
  function mended(source: string, log: string): string {
    const [, line = '', parameters] =
      /.*write (.*?)(?:, (?:with|from|which|or|and) .*?)?(?:, in (\(.*\)) => \{ \.\.\. \})?$/.exec(
        log,
      ) ?? [];
    const own = parameters ?? /^(?:async )?(\(.*?\)|\w+) =>/.exec(source)?.[1] ?? '';
    const isCall = line.includes('.withAttribute(');
    const statement = /^(?:return|throw) /.test(line)
      ? line.replace('...', "'x'")
      : isCall
        ? `return ${line}`
        : null;
    return statement === null
      ? `async ${own} => text(app.factories.createResponse(), String(${line}))`
      : `async ${own} => { ${statement} }`;
  }

  it.each<['handler' | 'layer' | 'errors', string, number?]>([
    ['handler', '(q, r) => r.json({})'],
    ['handler', '(q, r) => text(r, q.query.name)'],
    ['handler', '(q, r) => r.withJson({})'],
    ['handler', '(q) => text(undefined, q.getParam("x"))'],
    ['handler', '(req, res) => res.send("x")'],
    ['handler', '(req, res) => { res.cookie("a", "b"); return res; }'],
    ['handler', '(req, res) => { res.statusCode = 404; return res; }', 404],
    ['handler', '(req, res) => { res.body = "x"; return res; }'],
    ['handler', '(req, res) => res.redirect("/x")', 302],
    ['handler', '(c) => c.json({})'],
    ['handler', "(c) => text(c, c.req.query('name'))"],
    ['handler', "(ctx) => { ctx.body='hi'; }"],
    ['handler', '({ body }, response) => text(response, body.x)'],
    ['handler', "() => 'hi'"],
    ['handler', '(q, r) => ({ a: 1 })'],
    ['handler', '(request, response) => request.body'],
    ['handler', '(req, res) => text(res, req.socket.remoteAddress)'],
    ['handler', '(req, res) => text(res, req.connection.remoteAddress)'],
    ['handler', "(req, res) => text(res, req.is('html'))"],
    ['handler', "(req, res) => { req.log.info('x'); return res; }"],
    ['handler', '(c) => c.notFound()', 404],
    ['handler', "(c) => c.req.valid('json')"],
    ['handler', '(c) => text(c, c.env.NAME)'],
    ['handler', "(req, res) => res.attachment('a')"],
    ['handler', '(req, res) => res.links({})'],
    ['layer', "(q, h) => 'no'"],
    ['layer', '(request, handler) => ({ a: 1 })'],
    ['layer', '(request, handler) => request.headers.authorization'],
    ['layer', '(req, res) => res.status(401)', 401],
    ['layer', "(c, next) => c.redirect('/x')", 302],
    ['layer', '(q, h) => q.params.id'],
    ['layer', '(q, h) => { q.user = 1; return h.handle(q); }'],
    ['errors', '(request, error) => request.query.name'],
    ['errors', "(request, error) => 'failed'"],
    ['handler', "(c) => text(c, c.get('user'))"],
    ['handler', "(c) => c.body('x')"],
    ['handler', '(c) => c.var.user'],
    ['handler', 'async (c) => text(c, (await c.req.parseBody()).a)'],
    ['handler', "(c) => c.req.queries('a')"],
    ['handler', "(q, r) => text(r, q.headers['x-a'])"],
    ['handler', '(q, r) => json(r, JSON.parse(q.getBody()))'],
    ['handler', '(q, r) => json(r, JSON.parse(String(q.getBody())))'],
    ['handler', '(q, r) => json(r, JSON.parse(`${q.getBody()}`))'],
    ['handler', "(q, r) => text(r, q.getHeader('host'))"],
    ['handler', '(q, r) => text(r, q.getHeaders().host)'],
    ['handler', "(q, r) => text(r, q.getQueryParams().get('name'))"],
    ['handler', "(q, r) => text(r, q.input('name').x)"],
    ['handler', '(q, r) => text(r, q.qs().name)'],
    ['handler', '(q, r) => r.created({})', 201],
    ['handler', '(q, r) => r.badRequest({})', 400],
    ['handler', '(q, r) => r.ok({})'],
    ['handler', "(q, r) => r.setCookie('a', 'b')"],
    ['handler', '(q, r) => { r.raw.write("a"); return r; }'],
    ['handler', '(q, r) => source'],
    ['layer', '(q, h) => source'],
    ['errors', 'async (request, error, res) => res.status(500)', 500],
    ['errors', '(req, err) => ({ error: 1 })'],
    ['handler', '(req, res) => res.status(201).json({ a: 1 })', 201],
    ['handler', "(req, res) => res.status(422)\n  .send('x')", 422],
    ['handler', '(req, reply) => reply.code(409).send({})', 409],
    ['handler', '(event) => event.req.json()'],
    ['handler', '(event) => text(event, event.query.name)'],
    ['handler', '(req, res) => res.status(410).end()', 410],
    ['handler', '(req, res) => res.sendStatus(403)', 403],
    ['handler', '(q, r) => text(r, new URL(q.url).host)'],
    ['handler', "(q, r) => text(r, q.getUri().searchParams.get('name'))"],
    ['handler', '(ctx) => { ctx.body = { ok: true }; }'],
    ['handler', '(ctx) => { ctx.body = [1]; }'],
    ['layer', '(request, handler) => true'],
    ['layer', '(q, h) => false'],
    ['layer', '(q) => Promise.resolve(true)'],
    ['handler', '(request, response) => json(response, { a: 1 }, { status: 201 })', 201],
    ['handler', '(request, response) => json(response, 201, { a: 1 })', 201],
  ])('in a %s with %j runs as written', async (place, source, status = 200) => {
    const { status: before, log } = await tried(place, source);
    expect([before, log]).toEqual([500, expect.stringMatching(/write (?!undefined)/)]);
    const line = mended(source, log);
    expect([line, await tried(place, line)]).toMatchObject([line, { status }]);
  });

  it.each<['handler' | 'layer' | 'errors', string, string]>([
    ['layer', '() => true', 'write return handler.handle(request), or throw httpError(403), in '],
    ['layer', '() => false', 'write return handler.handle(request), or throw httpError(403), in '],
    ['handler', '(q, reply) => reply.code(201).send({ a: 1 })', 'return json(reply, data, 201)'],
    ['handler', '(q, reply) => reply.status(201).send([1])', 'return json(reply, data, 201)'],
    ['handler', "(q, reply) => reply.code(201).send('a')", "return text(reply, 'text', 201)"],
    ['handler', '(q, reply) => reply.send({ a: 1 })', 'return json(reply, data)'],
    ['handler', '(event) => event.req.json()', 'request.getParsedBody(), with createApp('],
    ['handler', "(c) => c.body('x')", "write return text(response, 'text')"],
    ['handler', '() => true', 'write return json(response, data), in (request, response)'],
    ['handler', '(ctx) => { ctx.body = { ok: true }; }', 'write return json(response, data)'],
    ['handler', "(ctx) => { ctx.body = 'x'; }", "write return text(response, 'text')"],
    ['handler', '(q, r) => text(r, new URL(q.url).host)', 'write String(q.getUri()), or '],
    [
      'errors',
      "(request, response) => text(response, 'failed')",
      'write return text(app.factories.createResponse(500), ...)',
    ],
    [
      'errors',
      '(q, e) => json(e, { a: 1 })',
      'write return json(app.factories.createResponse(500), ...)',
    ],
  ])('in a %s with %j is the one for its value', async (place, source, line) => {
    const { status, log } = await tried(place, source);
    expect([status, log]).toEqual([500, expect.stringContaining(line)]);
  });

  it.each(['(req, next) => next(req)', '(q, h) => h(q)'])(
    'in a layer %j is a layer that runs',
    async (source) => {
      const { status, log } = await tried('layer', source);
      const [, line = ''] = log.split('; return a response; middleware is ');
      expect([status, await tried('layer', line)]).toMatchObject([500, { status: 200 }]);
    },
  );

  it.each([
    'async (q, h) => { const r = h.handle(q); return r.withHeader("a", "b"); }',
    'async (q, h) => { const response = h.handle(q); return response.withHeader("a", "b"); }',
    'async (q, h) => { let response; response = h.handle(q); return response.withHeader("a", "b"); }',
    'async (req, next) => { const res=next.handle(req); return res.withHeader("a", "b"); }',
    'async (q, h) => { const body = h.handle(q).getBody(); return body; }',
  ])('in a layer that does not await, %j, is what to await', async (source) => {
    const { status, log } = await tried('layer', source);
    const [, line = ''] = log.split('; await it: ');
    const mendedCode = line.includes(' = ')
      ? source.replace(/(?:const )?\w+ ?= ?\w+\.handle\(\w+\)/, line)
      : source.replace(/\w+\.handle\(\w+\)/, line).replace('.getBody()', '');
    expect(mendedCode).not.toBe(source);
    expect([status, await tried('layer', mendedCode)]).toMatchObject([500, { status: 200 }]);
  });
});
