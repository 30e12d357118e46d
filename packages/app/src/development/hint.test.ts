import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { recorder } from '../../test/failing-app.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppOptions, createApp, text } from '../index.js';

/** Stands for any object of another framework, so that handlers written for one compile. */
type Other = ((...args: unknown[]) => Other) & { readonly [Name in Member]: Other };
type Member =
  | 'add'
  | 'addMiddleware'
  | 'body'
  | 'download'
  | 'formData'
  | 'getParam'
  | 'id'
  | 'ip'
  | 'isbn'
  | 'json'
  | 'listen'
  | 'method'
  | 'page'
  | 'param'
  | 'params'
  | 'path'
  | 'query'
  | 'render'
  | 'req'
  | 'send'
  | 'session'
  | 'sendFile'
  | 'status'
  | 'title'
  | 'trim'
  | 'type'
  | 'url'
  | 'use'
  | 'user'
  | 'withJson'
  | 'write'
  | 'writeHead'
  | 'x';
type Handler = (request: Other, response: Other, next: Other) => Other;
const UNDEFINED = undefined as unknown as Other;

describe.each(implementations)('an error of a handler, on %s', (_, factories) => {
  const { get } = requestsOf(factories);

  async function logged(handler: Handler, options: Partial<AppOptions> = {}) {
    const { lines, logger } = recorder();
    const app = createApp({ factories, logger, ...options });
    app.get('/books', handler as unknown as (request: ServerRequestInterface) => ResponseInterface);
    const response = await app.handle(get('/books'));
    return { text: String(lines[0]?.[1]), body: await response.getBody().text() };
  }

  it.each<[string, Handler, string]>([
    ['a member of undefined', (request) => request.body.title, 'getParsedBody()'],
    ['a method of undefined', (req) => req.query.page.trim(), 'getQueryParams()'],
    [
      'a member that is destructured',
      (request) => idOf(request.params),
      '(request, response, { id })',
    ],
    ['a method of a request', (request) => request.json(), 'getParsedBody()'],
    ['a method of a response', (_request, response) => response.json({}), 'json(response, data)'],
    ['a chain', (_req, res) => res.status(404).send(), 'withStatus(404)'],
    ['a context', (c) => c.json({}), 'json(response, data)'],
    ['the request of a context', (c) => c.req.param('id'), '(request, response, { id })'],
    ['a form', (request) => request.formData(), 'getParsedBody()'],
    ['a chunk', (_req, res) => res.write('a'), 'getBody().write(text)'],
    ['a head', (_req, res) => res.writeHead(200), 'withStatus(200)'],
    ['a type', (_req, res) => res.type('html').send('a'), "withHeader('Content-Type'"],
    ['a template', (_req, res) => res.render('page'), 'from @mortise/view'],
    ['a file', (_req, res) => res.sendFile('/a.txt'), 'withFile(_req, res, path)'],
    ['a download', (_req, res) => res.download('/a.txt'), 'withFileDownload(_req, res, path)'],
    ['next in a handler', (_request, _response, next) => next(), 'handler.handle(request)'],
    ['a handler that is called', (_request, _response, handler) => handler(), 'handler.handle('],
    [
      'a session',
      (req) => req.session.user,
      "sessionOf(req).get('name'), or .set('name', value), from @mortise/session",
    ],
    ['a member of Slim 3', (_request, response) => response.withJson({}), 'json(response, data)'],
    ['a parameter of Slim 3', (request) => request.getParam('id'), 'getQueryParams()'],
  ])('with %s says what to write', async (_what, handler, line) => {
    const { text: logLine } = await logged(handler);
    expect(logLine).toMatch(/^500 TypeError: /);
    expect(logLine).toContain(line);
  });

  it.each<[string, Handler, string]>([
    ['query', (request, response) => asText(response, request.query), 'getQueryParams()'],
    ['url', (req, res) => asText(res, req.url), 'getRequestTarget()'],
    ['path', (req, res) => asText(res, req.path), 'getUri().getPath()'],
    ['method', (req, res) => asText(res, req.method), 'getMethod()'],
    ['ip', (req, res) => asText(res, req.ip), 'REMOTE_ADDR'],
  ])('of text() with request.%s says what to write', async (_member, handler, line) => {
    expect((await logged(handler)).text).toContain(line);
  });

  it('that returned a member which requests do not have says what to write', async () => {
    const { text: logLine } = await logged((request) => request.body);
    expect(logLine).toContain(
      'instead of request.body, write request.getParsedBody(), with createApp({ body: {} }); a handler returns a response: return json(response, data)',
    );
  });

  it('that returned nothing, and reads no member of another framework, has no hint', async () => {
    expect((await logged(() => UNDEFINED)).text).not.toMatch(/write/);
  });

  it.each<[string, Handler]>([
    ['is not of a request or response', () => UNDEFINED.title],
    ['has a member that other frameworks do not have either', (request) => request.isbn.x],
    ['is not a TypeError', () => raise(new Error('request.body is not here'))],
  ])('that %s has no hint', async (_what, handler) => {
    expect((await logged(handler)).text).not.toMatch(/write/);
  });

  it('shows the hint in every format with details', async () => {
    const hint = 'instead of response.json, write return json(response, data)';
    for (const format of ['problem', 'json', 'html', 'xml', 'text'] as const) {
      const { body } = await logged((_request, response) => response.json(), {
        errors: { details: true, format },
      });
      expect(body).toContain(hint);
    }
  });

  it('has no hint with development: false', async () => {
    const { text: logLine } = await logged((request) => request.json(), { development: false });
    expect(logLine).not.toMatch(/write/);
  });

  it('names text for a handler that returns text, and json for one that returns an object', async () => {
    const returning = async (value: unknown) => (await logged(() => value as Other)).text;
    expect(await returning('hello')).toMatch(
      /; write return text\(response, 'text'\), in \(request, response\) => \{ \.\.\. \}$/,
    );
    expect(await returning({ hello: 1 })).toMatch(
      /; write return json\(response, data\), in \(request, response\) => \{ \.\.\. \}$/,
    );
    expect(await returning(Uint8Array.of(1))).toMatch(/; write response\.getBody\(\)\.write\(/);
  });

  it('names add, fromConnect and mount where the application is used like that of Express', () => {
    const app = createApp({ factories });
    const use = () => (app as unknown as Other).use(() => undefined);
    expect(use).toThrow(/app\.add\(.*fromConnect\(.*app\.mount\(/);
    app.group('/api', (group) => {
      expect(() => (group as unknown as Other).use()).toThrow(/app\.group\(.*\}\)\.add\(/);
    });
  });

  it('names serve and toFetchHandler where the application should listen', () => {
    const app = createApp({ factories }) as unknown as Other;
    expect(() => app.listen(3000)).toThrow(
      /^there is no app\.listen: .*serve\(app.*toFetchHandler/,
    );
  });

  it.each(['add', 'addMiddleware'] as const)(
    'names the result of group() and its layers for %s inside a group, including an inner one',
    (name) => {
      const app = createApp({ factories });
      const failing = (group: unknown) => {
        expect(() => (group as Other)[name]()).toThrow(/\}\)\.add\(middleware\).*\{ layers:/);
      };
      app.group('/api', (group) => {
        failing(group);
        group.group('/v1', failing);
      });
      expect.assertions(2);
    },
  );
});

/** `text(response, value)` as JavaScript calls it, with whatever the value is. */
function asText(response: Other, value: Other): Other {
  return text(
    response as unknown as ResponseInterface,
    value as unknown as string,
  ) as unknown as Other;
}

function idOf({ id }: Other): Other {
  return id;
}

function raise(error: Error): never {
  throw error;
}
