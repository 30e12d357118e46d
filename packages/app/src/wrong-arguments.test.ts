import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import * as app from './index.js';

/** Values that callers without types pass instead of a request or a response. */
const WRONG = [undefined, null, 7, 'x', {}, [], () => 1];

type AnyFunction = (...given: unknown[]) => unknown;

/** What a function throws, or rejects with. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return null;
  } catch (error) {
    return error;
  }
}

const isResponseFirst = ['acceptQuery', 'html', 'json', 'redirect', 'text', 'withCookie'];
const ofRequests = {
  attachBodyParser: app.attachBodyParser,
  errorOf: app.errorOf,
  ndjson: app.ndjson,
  parseBody: app.parseBody,
  requestPath: app.requestPath,
  routeOf: app.routeOf,
  'RouteContext.fromRequest': (given: never) => app.RouteContext.fromRequest(given),
  uploadedFile: app.uploadedFile,
  urlFor: app.urlFor,
} as Readonly<Record<string, unknown>>;

describe('a wrong first argument', () => {
  it.each(Object.keys(ofRequests))('of %s instead of the request is named', async (name) => {
    for (const wrong of WRONG) {
      const error = await errorOf(() => (ofRequests[name] as AnyFunction)(wrong, 'x', []));
      expect(error).toMatchObject({
        code: 'OPTION_INVALID',
        option: `${name}.request`,
        message: expect.stringMatching(/: received .*; expected the request, as in .*\(request/),
      });
    }
  });

  it.each(isResponseFirst)('of %s instead of the response is named', async (name) => {
    const call = (app as Readonly<Record<string, unknown>>)[name] as AnyFunction;
    for (const wrong of WRONG)
      expect(await errorOf(() => call(wrong, 'a/b', 'x'))).toMatchObject({
        code: 'RESPONSE_INVALID',
        message: expect.stringContaining(`${name} received `),
      });
  });

  it('of ndjson beside a request is named too', () => {
    const request = factories.createServerRequest('GET', '/');
    expect(() => app.ndjson(request, [] as never, [])).toThrow(
      'ndjson received an array instead of the response',
    );
  });

  it.each([
    ['explain', (one: app.AppInterface, wrong: never) => one.explain(wrong, '/')],
    ['explain', (one: app.AppInterface, wrong: never) => one.explain('GET', wrong)],
    ['match', (one: app.AppInterface, wrong: never) => one.getRouteCollector().match(wrong, '/')],
    ['match', (one: app.AppInterface, wrong: never) => one.getRouteCollector().match('GET', wrong)],
    [
      'methodsFor',
      (one: app.AppInterface, wrong: never) => one.getRouteCollector().methodsFor(wrong),
    ],
    [
      'canonicalPath',
      (one: app.AppInterface, wrong: never) => one.getRouteCollector().canonicalPath(wrong),
    ],
  ])('of %s instead of a string is named', (name, call) => {
    const one = app.createApp({ factories });
    // Without both, `explain` lists the layers.
    for (const wrong of WRONG.filter((value) => typeof value !== 'string' && value !== undefined))
      expect(() => call(one, wrong as never)).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          option: expect.stringMatching(`^${name}\\.(?:method|path)$`),
        }),
      );
  });

  it('of fullUrlFor instead of a URI is named', () => {
    const parser = app.createApp({ factories }).getRouteCollector().getRouteParser();
    for (const wrong of WRONG)
      expect(() => parser.fullUrlFor(wrong as never, 'books')).toThrow(
        'expected a URI, such as request.getUri()',
      );
  });

  it('of escapeHtml and hasEverything is named', () => {
    for (const wrong of WRONG.filter((value) => typeof value !== 'string'))
      expect(() => app.escapeHtml(wrong as never)).toThrow(
        /^escapeHtml received .* instead of a string: write escapeHtml\(String\(value\)\)$/,
      );
    for (const wrong of WRONG)
      expect(() => app.hasEverything(wrong as never)).toThrow('expected a container with has()');
  });
});
