import { describe, expect, it } from '@jest/globals';
import { attachBodyParser } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { type Parts, post } from '../test/post.js';
import { methodOverride } from './method-override.js';

const warnings = notedWarnings();

it('methodOverride is listed under its name', () => {
  expect(methodOverride()).toHaveProperty('name', 'methodOverride');
});

it.each(['X-HTTP-Method', { methods: ['POST'] }, null])('methodOverride refuses %j', (given) => {
  const call = methodOverride as (given: unknown) => unknown;
  expect(() => call(given)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'methodOverride' }),
  );
});

describe.each(implementations)('methodOverride with %s', (_, factories) => {
  const response = factories.createResponse(204);

  it('passes on a request with the named method, and leaves the original unchanged', () => {
    const original = post(factories, { header: 'put' });
    const { seen } = runThrough(original);
    expect([seen.map((request) => request.getMethod()), original.getMethod()]).toEqual([
      ['PUT'],
      'POST',
    ]);
  });

  it('reads the method from the field of a parsed form', () => {
    const contentType = 'application/x-www-form-urlencoded';
    expect(methodsBehind({ contentType, body: { _METHOD: 'DELETE' } })).toEqual(['DELETE']);
  });

  it('parses a form for its field with the parser of the application, and passes it on parsed', () => {
    const parts = { contentType: 'application/x-www-form-urlencoded' };
    const request = post(factories, parts);
    attachBodyParser(request, (form) => form.withParsedBody({ _METHOD: 'PUT' }));
    const [inner] = runThrough(request).seen;
    expect([inner?.getMethod(), inner?.getParsedBody()]).toEqual(['PUT', { _METHOD: 'PUT' }]);
  });

  it('waits for a form that is parsed later', async () => {
    const request = post(factories, { contentType: 'application/x-www-form-urlencoded' });
    attachBodyParser(request, (form) => Promise.resolve(form.withParsedBody({ _METHOD: 'PUT' })));
    const { given, seen } = runThrough(request);
    expect(await given).toBe(response);
    expect(seen.map((inner) => inner.getMethod())).toEqual(['PUT']);
  });

  it.each<[string, Parts]>([
    ['another type', { contentType: 'application/json' }],
    ['another method', { method: 'PUT', contentType: 'application/x-www-form-urlencoded' }],
    ['a header', { header: 'PUT', contentType: 'application/x-www-form-urlencoded' }],
  ])('parses nothing for a request with %s', (_what, parts) => {
    const request = post(factories, parts);
    const parsed: unknown[] = [];
    attachBodyParser(request, (form) => {
      parsed.push(form);
      return form;
    });
    runThrough(request);
    expect(parsed).toEqual([]);
  });

  it('warns once, in development, of the field _method, which overrides nothing', () => {
    const contentType = 'application/x-www-form-urlencoded';
    const form = (body: object, other: Parts = {}) =>
      post(factories, { contentType, body, ...other });
    const layer = methodOverride();
    const run = (request: ServerRequestInterface) =>
      layer.process(request, { handle: () => response });
    process.env['NODE_ENV'] = 'production';
    run(form({ _method: 'PUT' }));
    process.env['NODE_ENV'] = 'development';
    run(form({ title: 'Emma' }));
    run(form({ _METHOD: 'PUT', _method: 'PUT' }));
    run(form({ _method: 'PUT' }, { header: 'PUT' }));
    run(form({ _method: 'PUT' }, { contentType: 'application/json' }));
    expect(warnings).toEqual([]);
    run(form({ _method: 'PUT' }));
    run(form({ _method: 'PUT' }));
    expect(warnings).toEqual([
      {
        message: 'the form field "_method" does not override the method',
        type: 'MortiseWarning',
        code: 'METHOD_FIELD',
        detail: 'Write <input type="hidden" name="_METHOD" value="PUT">.',
      },
    ]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])(
    'passes %s on unchanged, even if the header names a method',
    (method) => {
      const original = post(factories, { method, header: 'PATCH' });
      const { seen } = runThrough(original);
      expect(seen).toHaveLength(1);
      expect(seen[0]).toBe(original);
    },
  );

  it('returns the response of the handler unchanged, without waiting', () => {
    expect(runThrough(post(factories, { header: 'PUT' })).given).toBe(response);
  });

  function methodsBehind(parts: Parts): string[] {
    return runThrough(post(factories, parts)).seen.map((request) => request.getMethod());
  }

  function runThrough(request: ServerRequestInterface) {
    const seen: ServerRequestInterface[] = [];
    const handle = (inner: ServerRequestInterface): ResponseInterface => {
      seen.push(inner);
      return response;
    };
    return { given: methodOverride().process(request, { handle }), seen };
  }
});
