import { describe, expect, it } from '@jest/globals';
import { type as ark } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import * as z from 'zod';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { endpoint, InputError } from '../src/index.js';
import type { TestRequest } from 'mortise/testing';
import { api, multipart } from './api.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe.each(nodeImplementations)('hostile input of an endpoint, on %s', (_name, factories) => {
  function taking(body: z.ZodType) {
    const made = api(factories);
    made.app.post(
      '/',
      endpoint({ body, responses: { 204: null } }, (_request, respond) => respond(204)),
    );
    return made;
  }

  it('is reported by its first hundred violations and their number', async () => {
    const { send } = taking(z.array(z.int()));
    const json = Array.from({ length: 10_000 }, () => 'x');
    const { status, body } = await send('POST', '/', { json });
    const { errors, detail } = body as { errors: unknown[]; detail: string };
    expect([status, errors.length]).toEqual([422, 100]);
    expect(detail).toBe('The request has 10000 invalid values. The first 100 are listed.');
  });

  it('is reported at each unknown key of a strict object', async () => {
    const { send } = taking(z.strictObject({ of: z.strictObject({ a: z.int() }) }));
    const { status, body } = await send('POST', '/', {
      json: { of: { a: 1, b: 2, c: 3 }, owner: 1 },
    });
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({
        errors: [
          { in: 'body', pointer: '#/of/b', detail: 'Unrecognized keys: "b", "c"' },
          { in: 'body', pointer: '#/of/c', detail: 'Unrecognized keys: "b", "c"' },
          { in: 'body', pointer: '#/owner', detail: 'Unrecognized key: "owner"' },
        ],
      }),
    ]);
  });

  it('is truncated in the response', async () => {
    const { send } = taking(z.record(z.string(), z.strictObject({ a: z.int() })));
    const json = { ['k'.repeat(100_000)]: { ['m'.repeat(100_000)]: 1 } };
    const { status, response } = await send('POST', '/', { json });
    expect([status, (response.getBody().getSize() ?? 0) < 5_000]).toEqual([422, true]);
  });

  it.each([
    ['?__proto__[a]=1&a=1', {}],
    ['?a=1', { headers: { Cookie: '__proto__=1' } }],
    ['?a=1', { headers: { ['__proto__']: '1' } }],
  ])('does not change a prototype by %s', async (target, request) => {
    const { app, send } = api(factories);
    const any = z.record(z.string(), z.unknown());
    app.get(
      '/',
      endpoint(
        {
          query: ark({ a: 'number' }),
          cookies: any,
          headers: any,
          responses: { 200: z.boolean() },
        },
        (_request, respond, { query }) =>
          respond(200, Object.keys(query).join() === 'a' && !('polluted' in {})),
      ),
    );
    expect((await send('GET', `/${target}`, request)).body).toBe(true);
  });

  it.each<[string, TestRequest]>([
    ['JSON', { headers: JSON_TYPE, body: '{"__proto__":{"a":1},"b":"2"}' }],
    ['a form', { form: { '__proto__[a]': '1', b: '2' } }],
    ['a multipart form', multipart(['name="__proto__[a]"', '1'], ['name="b"', '2'])],
  ])('has no member __proto__ in a body of %s', async (_type, request) => {
    const { app, send } = api(factories);
    const accepts = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ] as const;
    // Accepts every member, which a schema of zod would not.
    const received = z.custom<Record<string, unknown>>();
    const result = z.object({ keys: z.array(z.string()), inherited: z.unknown() });
    app.post(
      '/',
      endpoint(
        { accepts, body: received, responses: { 200: result } },
        (_request, respond, input) =>
          respond(200, { keys: Object.keys(input.body), inherited: input.body['a'] ?? null }),
      ),
    );
    const { status, body } = await send('POST', '/', request);
    expect([status, body]).toEqual([200, { keys: ['b'], inherited: null }]);
  });

  it.each<[string, string, TestRequest]>([
    ['JSON', '/a', { headers: JSON_TYPE, body: '{"b":"\\ud800"}' }],
    ['a name in JSON', '/a', { headers: JSON_TYPE, body: '{"\\ud800":1,"b":""}' }],
    ['the path', '/%ED%A0%80', { headers: JSON_TYPE, body: '{"b":""}' }],
  ])('is refused with 400 if %s has an unpaired surrogate', async (_place, target, request) => {
    const { app, send } = api(factories);
    const description = {
      args: z.object({ a: z.string() }),
      body: z.object({ b: z.string() }),
      responses: { 204: null },
    };
    app.post(
      '/{a}',
      endpoint(description, (_request, respond) => respond(204)),
    );
    expect((await send('POST', target, request)).status).toBe(400);
  });

  it('can be nested as deep as the parser allows, with a recursive schema', async () => {
    const Tree = z.strictObject({
      get next() {
        return Tree.optional();
      },
    });
    const deep = (levels: number) => `${'{"next":'.repeat(levels)}{}${'}'.repeat(levels)}`;
    const { send } = taking(Tree);
    expect((await send('POST', '/', { headers: JSON_TYPE, body: deep(500) })).status).toBe(204);
    expect((await send('POST', '/', { headers: JSON_TYPE, body: deep(513) })).status).toBe(400);
  });

  const failing = v.pipeAsync(
    v.string(),
    v.checkAsync(() => Promise.reject(new Error('offline'))),
  );
  it.each([
    ['the body', 400, { query: v.objectAsync({ q: failing }), body: z.object({}) }, '/?q=x', '{'],
    [
      ...['the query', 413, { query: z.object({}), body: v.objectAsync({ q: failing }) }],
      ...[`/?${'a=&'.repeat(1_001)}`, '{"q":"x"}'],
    ],
  ] as const)(
    'leaves no rejected check of another part when %s cannot be read',
    async (_what, status, description, target, body) => {
      const { app, send } = api(factories);
      app.post(
        '/',
        endpoint(description, (_request, response) => response),
      );
      const rejections = await unhandledRejectionsOf(async () => {
        const response = await send('POST', target, { headers: JSON_TYPE, body });
        expect(response.status).toBe(status);
      });
      expect(rejections).toEqual([]);
    },
  );

  it('is a 500, and no more, if a refinement of zod that waits rejects', async () => {
    const { app, send } = api(factories);
    let runs = 0;
    const email = z.string().refine(() => {
      runs++;
      return Promise.reject(new Error('offline'));
    });
    app.post(
      '/',
      endpoint({ body: z.object({ email }) }, (_request, response) => response),
    );
    const rejections = await unhandledRejectionsOf(async () => {
      const body = '{"email":"a"}';
      expect((await send('POST', '/', { headers: JSON_TYPE, body })).status).toBe(500);
      runs = 0;
      expect((await send('POST', '/', { headers: JSON_TYPE, body })).status).toBe(500);
    });
    expect(rejections).toEqual([]);
    expect(runs).toBe(1);
  });

  it('never fails with 500, whatever the query', async () => {
    const { app, send } = api(factories);
    const query = z.object({
      n: z.int().optional(),
      list: z.array(z.number()).optional(),
      price: z.object({ max: z.number().optional() }).optional(),
      on: z.boolean().optional(),
    });
    app.get(
      '/',
      endpoint({ query, responses: { 204: null } }, (_request, respond) => respond(204)),
    );
    const piece = fc.constantFrom(
      'n',
      'list',
      'price',
      'on',
      '[',
      ']',
      '[max]',
      '=',
      '&',
      '%',
      '%00',
      '1',
      '1e999',
      '0x1',
      '__proto__',
      '+',
      '%C3%BC',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        const { status } = await send('GET', `/?${pieces.join('')}`);
        expect([204, 400, 413, 414, 422]).toContain(status);
      }),
      { numRuns: numRuns(200) },
    );
  });
});

it.each([
  [1, 'The request has 1 invalid value.', 1],
  [100, 'The request has 100 invalid values.', 100],
  [101, 'The request has 101 invalid values. The first 100 are listed.', 100],
])('an InputError of %d violations states their number', (count, message, listed) => {
  const violations = Array.from(
    { length: count },
    () => ({ in: 'body', pointer: '#', detail: 'x' }) as const,
  );
  const error = new InputError(violations);
  expect([error.message, error.problem.errors.length, error.violations.length]).toEqual([
    message,
    listed,
    count,
  ]);
});

it.each([
  [500, 500],
  [501, 501],
])('an InputError truncates a detail of %d characters to %d', (length, shown) => {
  const error = new InputError([{ in: 'body', pointer: '#', detail: 'x'.repeat(length) }]);
  expect(error.problem.errors[0]?.detail).toBe(
    length > 500 ? `${'x'.repeat(500)}…` : 'x'.repeat(shown),
  );
});
