import { describe, expect, it } from '@jest/globals';
import { type AnySchema, operation } from '@mortise/contract';
import { implement } from '@mortise/endpoint/implement';
import { type } from 'arktype';
import { createApp } from 'mortise';
import * as z from 'zod';
import { createClient } from '../src/index.js';
import { testTransport } from '../src/testing/index.js';

const texts = z.array(z.string());
const numberOrNumbers: readonly (readonly [string, AnySchema])[] = [
  ['zod', z.object({ a: z.union([z.number(), z.array(z.number())]) })],
  ['arktype', type({ a: 'number | number[]' })],
];
const REFUSED = { code: expect.stringMatching(/^(?:HEADER|ARGUMENT)_INVALID$/) };

/** Calls an operation with a value. @returns what its handler gets; rejects if the client refuses it */
async function arrived(schema: AnySchema, part: 'args' | 'cookies' | 'headers', value: unknown) {
  let seen: unknown;
  const app = createApp();
  const contract = { call: operation('GET', '/{a}', { [part]: schema, responses: { 204: null } }) };
  const handler = (_request: unknown, respond: (status: 204) => unknown, input: object) => {
    seen = (input as Record<string, { readonly a: unknown }>)[part]?.a;
    return respond(204);
  };
  implement(app, contract, { call: handler } as never);
  const client = createClient(contract, { transport: testTransport(app) });
  const call = client.call as (input: object) => Promise<{ readonly status: number }>;
  const { status } = await call({ args: { a: 'x' }, [part]: { a: value } });
  return status === 204 ? seen : status;
}

describe.each(numberOrNumbers)('a number or a list of %s', (_library, schema) => {
  it.each([1, 0, -1.5])('arrives in a header, cookie and path as the number %j', async (value) => {
    for (const part of ['headers', 'cookies', 'args'] as const)
      expect(await arrived(schema, part, value)).toBe(value);
  });

  it('arrives in a header as a list, unless it would be read as one number', async () => {
    for (const list of [[], [1, 2], [3, 4, 5]])
      expect(await arrived(schema, 'headers', list)).toEqual(list);
    await expect(arrived(schema, 'headers', [1])).rejects.toMatchObject(REFUSED);
  });

  it.each(['cookies', 'args'] as const)('is refused as a list in %s', async (part) => {
    for (const list of [[1], [1, 2]])
      await expect(arrived(schema, part, list)).rejects.toMatchObject(REFUSED);
  });
});

it.each<[AnySchema, unknown, unknown]>([
  [z.object({ a: z.union([z.number(), texts]) }), 1, 1],
  [z.object({ a: z.union([z.number(), texts]) }), ['x'], ['x']],
  [z.object({ a: z.union([z.number(), texts]) }), ['1', '2'], ['1', '2']],
  [z.object({ a: z.union([z.number(), texts]) }), ['1'], null],
  [z.object({ a: z.union([z.boolean(), texts]) }), true, true],
  [z.object({ a: z.union([z.boolean(), texts]) }), ['x', 'y'], ['x', 'y']],
  [z.object({ a: z.union([z.boolean(), texts]) }), ['on'], null],
  [z.object({ a: z.union([z.boolean(), texts]) }), ['0'], null],
  [z.object({ a: texts }), ['x'], ['x']],
  [z.object({ a: texts }), ['1'], ['1']],
])('a header arrives, or is refused where it is null: %#', async (schema, value, expected) => {
  const result = arrived(schema, 'headers', value);
  if (expected === null) await expect(result).rejects.toMatchObject(REFUSED);
  else expect(await result).toEqual(expected);
});

it('a date arrives in a path as in JSON', async () => {
  const date = new Date(1_234_567_891_011);
  expect(await arrived(z.object({ a: z.coerce.date() }), 'args', date)).toEqual(date);
});
