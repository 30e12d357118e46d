import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { json, text } from '@mortise/app';
import { createApp, type VariantAAppInterface } from './index.js';

/** With the functions of `mortise`, which the handler of `app.notFound` uses. */
const values = { data: { a: 1 }, value: 'Ada', handler: () => undefined, json, text };

/** Compiles JavaScript, so that no type refuses it. It sees only what a program of this package has. */
function compiled(source: string, app: VariantAAppInterface): never {
  const names = { ...values, app };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return new Function(...Object.keys(names), `return ${source}`)(...Object.values(names)) as never;
}

type Place = 'handler' | 'layer' | 'errorHandler' | 'notFound';

/** Responds with code at one place, and returns the log line of the error, if there is one. */
async function tried(place: Place, source: string) {
  const logged: string[] = [];
  const logger = {
    error: (text: string) => void logged.push(text),
    info: () => undefined,
  };
  const settings = { determineRouteBeforeAppMiddleware: true };
  const app = createApp({ factories, logger, settings });
  const code = compiled(source, app);
  const fails = () => {
    throw new Error('out of stock');
  };
  const answers = () => 'no user';
  app.get('/books/{id}', place === 'handler' ? code : place === 'layer' ? answers : fails);
  if (place === 'layer') app.add(code);
  if (place === 'errorHandler') app.getContainer().set('errorHandler', () => code);
  if (place === 'notFound') app.notFound(code);
  const path = place === 'notFound' ? 'none' : 'books/7?name=x';
  const request = factories.createServerRequest('GET', `http://library.test/${path}`);
  const response = await app.handle(request);
  const body = await response.getBody().text();
  return { status: response.getStatusCode(), body, log: logged.at(-1) ?? '' };
}

describe('the line of a hint in variant A', () => {
  it.each<[Place, string, number?]>([
    ['handler', '(q, r) => r.json({})'],
    ['handler', '(req, res) => res.send("x")'],
    ['handler', '(request, response) => ({ a: 1 })'],
    ['handler', '(c) => c.html("<p>")'],
    ['handler', '(q, r) => r.created({})', 201],
    ['handler', '(q, r) => r.badRequest({})', 400],
    ['handler', "(c) => c.body('x')"],
    ['handler', "(req, res) => res.write(req.input('name').x)"],
    ['handler', "(req, res) => res.write(req.headers['x-a'])"],
    ['handler', '(req, res) => res.redirect("/x")', 302],
    ['handler', '(req, res) => res.cookie("a", "b")'],
    ['handler', '(req, res) => res.clearCookie("a")'],
    ['handler', '(req, res) => { res.statusCode = 404; return res; }', 404],
    ['handler', '(req, res) => { res.body = "x"; return res; }'],
    ['handler', '(req, res) => res.write(req.body.name)'],
    ['layer', "(request, response, next) => 'no'"],
    ['layer', '(q, r, n) => r.json({})'],
    ['layer', '(request, response, next) => ({ a: 1 })'],
    ['layer', '(req, res, next) => res.status(401).end()', 401],
    ['handler', '(req, res) => res.status(422).json({})', 422],
    ['handler', "(req, res) => res.status(409).send('x')", 409],
    ['handler', "(req, res) => res.status(410).html('x')", 410],
    ['layer', '(request, response, next) => false'],
    ['notFound', '(q, r) => r.json({})', 404],
    ['notFound', '(request, response) => ({ a: 1 })', 404],
    ['notFound', "(request, response) => 'gone'", 404],
    ['layer', '(req, res, next) => req.params.id'],
    ['layer', '(q, r, n) => { q.user = 1; return n(q, r); }'],
    ['errorHandler', '(request, response) => ({ a: 1 })'],
  ])('in a %s with %j runs as written', async (place, source, status = 200) => {
    const { status: before, log } = await tried(place, source);
    expect([before, log]).toEqual([500, expect.stringContaining('write ')]);
    const [, line = '', parameters] =
      /.*write (.*?)(?:, (?:with|or throw|and read) .*?)?(?:, in (\(.*\)) => \{ \.\.\. \})?$/.exec(
        log,
      ) ?? [];
    const [given] = /^(?:\(.*?\)|\w+)(?= =>)/.exec(source) ?? [];
    const isStatement = line.startsWith('return ') || line.includes('.withAttribute(');
    const statement = isStatement ? line : `res.write(String(${line}))`;
    const mended = `${parameters ?? given} => { ${statement.replace(/^(?!return )/, 'return ')} }`;
    expect([mended, await tried(place, mended)]).toMatchObject([mended, { status }]);
  });
});

it.each([
  ['onError', '(request, response, error) => response', 'errorHandler'],
  ['setNotFoundHandler', '(request, response) => response', 'notFoundHandler'],
] as const)('app.%s names the entry of the container, which can be set', (name, handler, entry) => {
  const app = createApp({ factories });
  const line = `app.getContainer().set('${entry}', () => ${handler})`;
  const call = () => (app as unknown as Record<string, () => void>)[name]?.();
  expect(call).toThrow(new TypeError(`there is no app.${name}: write ${line}`));
  compiled(line, app);
  expect(app.getContainer().get(entry)).toEqual(expect.any(Function));
  expect(() => app.setDefaultErrorHandler(() => app.factories.createResponse())).toThrow(
    "set error handlers on the variant: app.getContainer().set('errorHandler', ",
  );
});
