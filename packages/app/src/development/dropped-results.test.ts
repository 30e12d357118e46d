import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppOptions, createApp, httpError, ndjson, text, withCookie } from '../index.js';
import { parseBody } from '@mortise/base/message';

const warnings = notedWarnings();
const { get } = requestsOf(factories);

/** Sends two requests to code at one place, and returns the warnings. */
async function warned(
  source: string,
  place: 'handler' | 'layer' = 'handler',
  options: Partial<AppOptions> = {},
) {
  const before = warnings.length;
  const app = createApp({ factories, logger: recorder().logger, ...options });
  const a = { httpError, text, ndjson };
  const names = { ...a, withCookie, parseBody, app, factories, a };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const code = new Function(...Object.keys(names), `return ${source}`)(
    ...Object.values(names),
  ) as never;
  app.get('/', place === 'handler' ? code : (_request, response) => response);
  if (place === 'layer') app.add(code);
  await app.handle(get('/'));
  await app.handle(get('/'));
  return warnings
    .slice(before)
    .filter(({ code: of }) => of === 'RESULT_DROPPED')
    .map(({ message, detail }) => [message, detail?.replace(/^.*\. Write /, '')]);
}

describe('a result that a handler drops', () => {
  it.each([
    [
      "(q, res) => { res.withHeader('X-A', '1'); return text(res, 'x'); }",
      "res.withHeader('X-A', '1')",
      "res = res.withHeader('X-A', '1').",
    ],
    [
      "(q, r) => { r.withStatus(201)\n  .withAddedHeader('A', ')(');\n return r }",
      "r.withStatus(201) .withAddedHeader('A', ')(')",
      "r = r.withStatus(201) .withAddedHeader('A', ')(').",
    ],
    [
      "(q, r) => { if (q) withCookie(r, 'a', 'b'); return r; }",
      "withCookie(r, 'a', 'b')",
      "r = withCookie(r, 'a', 'b').",
    ],
    [
      'async (q, r) => { await parseBody(q); return text(r, String(q.getParsedBody())); }',
      'await parseBody(q)',
      'q = await parseBody(q).',
    ],
    [
      "(q, res) => { if (1) httpError(404, 'none'); return text(res, 'x'); }",
      "httpError(404, 'none')",
      "throw httpError(404, 'none').",
    ],
    ['(q, r) => { if (1) { (0, a.httpError)(404) } return r; }', undefined, undefined],
    ["async (q, r) => {\n  const x = 'a'\n  httpError(404)\n  return r\n}", undefined, undefined],
    ["async (q, r) => {\n  await q\n  r.withHeader('A', 'b')\n  return r\n}", undefined, undefined],
    ['(q, r) => { if (0) return r; else httpError(404); return r; }', undefined, undefined],
    [
      '(q, r) => { if (1) text(app.factories.createResponse(), "no", 401); return r; }',
      'text(app.factories.createResponse(), "no", 401)',
      'return text(app.factories.createResponse(), "no", 401).',
    ],
    [
      '(q, res) => { ndjson(q, res, []); return res; }',
      'ndjson(q, res, [])',
      'return ndjson(q, res, []).',
    ],
    ['(q, res) => { (0, a.ndjson)(q, res, []); return res; }', undefined, undefined],
    [
      '(q, r) => { (0, a.text)(factories.createResponse(), "no"); return r; }',
      undefined,
      undefined,
    ],
    [
      '(q, r) => { app.factories.createResponse().withStatus(401); return r; }',
      'app.factories.createResponse().withStatus(401)',
      'return app.factories.createResponse().withStatus(401).',
    ],
    [
      "(q, r) => { withCookie(app.factories.createResponse(), 'a', 'b'); return r; }",
      "withCookie(app.factories.createResponse(), 'a', 'b')",
      "return withCookie(app.factories.createResponse(), 'a', 'b').",
    ],
  ])('is a warning with the line to write: %s', async (source, call, line) => {
    const all = await warned(source);
    expect(all).toHaveLength(1);
    if (call !== undefined)
      expect(all).toEqual([[`route GET / drops the result of ${call}`, line]]);
  });

  it.each([
    ["(q, r) => { r = r.withHeader('A', 'b'); return r; }"],
    ["(q, r) => r.withHeader('A', 'b')"],
    ["(q, r) => { return r\n  .withHeader('A', 'b');\n}"],
    ["(q, r) => {\n  const x =\n    r.withHeader('A', 'b');\n  return x;\n}"],
    ["(q, r) => { r.withHeader('A', 'b').getBody().write('x'); return r; }"],
    ['(q, r) => { if (!q) throw httpError(404); return r; }'],
    ['async (q, r) => { q = await parseBody(q); return r; }'],
    ['async (q, r) => { const { a } = (await parseBody(q)).getQueryParams(); return r; }'],
    ['(q, r) => { const e = q ? null : httpError(404); return r; }'],
    ["(q, r) => text(r, 'write httpError(404); then')"],
    ['(q, r) => { // httpError(404);\n return r; }'],
    ['(q, r) => { const store = { withName() {} }; store.withName(); return r; }'],
    ["(q, r) => { const request = { withBody() {} }; request.withBody('x'); return r; }"],
    ['(q, r) => { const fail = () => httpError(404); return r; }'],
    ['(q, r) => { if (q) return text(app.factories.createResponse(), "x"); return r; }'],
    ['(q, r) => { const x = app.factories.createResponse(); return x; }'],
    ['(q, r) => { app.factories.createResponse().getBody().write("x"); return r; }'],
  ])('is no warning: %s', async (source) => {
    expect(await warned(source)).toEqual([]);
  });

  it('is a warning for layers, with what the next handler returned', async () => {
    const dropped =
      "async (q, h) => { const r = await h.handle(q); r.withHeader('A', 'b'); return r; }";
    expect(await warned(dropped, 'layer')).toEqual([
      ["middleware #1 drops the result of r.withHeader('A', 'b')", "r = r.withHeader('A', 'b')."],
    ]);
    expect(
      await warned("(q, h) => { q.withAttribute('user', 1); return h.handle(q); }", 'layer'),
    ).toEqual([
      [
        "middleware #1 drops the result of q.withAttribute('user', 1)",
        "q = q.withAttribute('user', 1).",
      ],
    ]);
    expect(
      await warned('(q, h) => { if (q) httpError(401); return h.handle(q); }', 'layer'),
    ).toEqual([['middleware #1 drops the result of httpError(401)', 'throw httpError(401).']]);
    const guard =
      '(q, h) => { if (q) text(app.factories.createResponse(), "no", 401); return h.handle(q); }';
    const call = 'text(app.factories.createResponse(), "no", 401)';
    expect(await warned(guard, 'layer')).toEqual([
      [`middleware #1 drops the result of ${call}`, `return ${call}.`],
    ]);
  });

  it('is a warning for layers that call the next handler without await', async () => {
    const late = '(q, h) => { h.handle(q); return app.factories.createResponse(); }';
    expect(await warned(late, 'layer')).toEqual([
      ['middleware #1 drops the result of h.handle(q)', 'return h.handle(q), or await it.'],
    ]);
    for (const used of [
      'async (q, h) => { await h.handle(q); return app.factories.createResponse(); }',
      '(q, h) => { void h.handle(q); return app.factories.createResponse(); }',
      '(q, h) => { h.handle(q).catch(() => {}); return app.factories.createResponse(); }',
      '(q, h) => { const r = h.handle(q); return r; }',
    ])
      expect(await warned(used, 'layer')).toEqual([]);
  });

  it('is not looked for with development: false', async () => {
    const source = '(q, r) => { httpError(404); return r; }';
    expect(await warned(source, 'handler', { development: false })).toEqual([]);
  });
});
