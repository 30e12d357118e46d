import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';
import { isThenable } from '@mortise/base';
import type { Schema } from './schema.js';
import { validatorOf } from './validator.js';

const offline = (): Promise<never> => Promise.reject(new Error('offline'));

describe('the validator of a schema', () => {
  it('is the same for each call', () => {
    const schema = z.string();
    expect(validatorOf(schema)).toBe(validatorOf(schema));
  });

  it.each([
    ['zod', z.object({ a: z.string().transform((text) => text.length) })],
    [
      'zod/mini',
      mini.object({
        a: mini.pipe(
          mini.string(),
          mini.transform((text) => text.length),
        ),
      }),
    ],
    [
      'valibot',
      v.object({
        a: v.pipe(
          v.string(),
          v.transform((text) => text.length),
        ),
      }),
    ],
  ])('returns the value or the issues of %s at once', (_name, schema) => {
    const validate = validatorOf(schema);
    expect(validate({ a: 1 })).toMatchObject({ issues: [{ path: expect.anything() as unknown }] });
    for (let time = 0; time < 2; time++)
      expect(validate({ a: 'ab' })).toMatchObject({ value: { a: 2 } });
    expect(validate({ a: 1 })).toMatchObject({ issues: [{}] });
  });

  it('calls a refinement of zod once for each valid value', () => {
    const seen: string[] = [];
    const validate = validatorOf(z.string().refine((text) => seen.push(text)));
    for (const text of ['a', 'b', 'c']) expect(validate(text)).toEqual({ value: text });
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('waits for refinements of zod, each of which runs once after the first value', async () => {
    const seen: string[] = [];
    const check = (text: string): Promise<boolean> => Promise.resolve(seen.push(text) < 4);
    const validate = validatorOf(z.string().refine(check, 'too many'));
    expect(await validate('a')).toEqual({ value: 'a' });
    expect(await validate('b')).toEqual({ value: 'b' });
    expect(await validate('c')).toMatchObject({ issues: [{ message: 'too many', path: [] }] });
    expect(seen).toEqual(['a', 'a', 'b', 'c']);
  });

  const text = z.string();
  const refined = text.refine(offline);
  interface Tree {
    readonly a?: string | undefined;
    readonly tree?: Tree | undefined;
  }
  const tree: z.ZodType<Tree> = z.object({
    a: refined.optional(),
    get tree() {
      return tree.optional();
    },
  });
  it.each<[string, unknown, z.ZodType]>([
    ['refine', { a: 1 }, z.object({ a: refined })],
    ['refine of an optional member', {}, z.object({ a: refined.optional() })],
    ['superRefine', {}, z.object({ a: text.superRefine(() => offline()).optional() })],
    ['check', {}, z.object({ a: text.check(() => offline() as never).optional() })],
    ['transform', {}, z.object({ a: text.transform(offline).optional() })],
    [
      'preprocess',
      {},
      z.object({
        b: z.string().optional(),
        a: z.preprocess((a) => (a === undefined ? a : offline()), text.optional()),
      }),
    ],
    ['pipe', {}, z.object({ a: text.trim().pipe(refined).optional() })],
    ['a union', { a: 1 }, z.object({ a: z.union([z.number(), refined]) })],
    [
      'an intersection',
      {},
      z.intersection(z.object({ b: text.optional() }), z.object({ a: refined.optional() })),
    ],
    ['a record', {}, z.record(z.string(), refined)],
    [
      'a discriminated union',
      { a: 'y' },
      z.discriminatedUnion('a', [
        z.object({ a: z.literal('x') }).refine(offline),
        z.object({ a: z.literal('y') }),
      ]),
    ],
    ['catchall', {}, z.object({}).catchall(refined)],
    ['lazy', {}, z.object({ a: z.lazy(() => refined).optional() })],
    ['a recursive schema', { tree: { tree: {} } }, tree],
    [
      'a refinement of the whole',
      {},
      z.object({ a: text.optional() }).refine(({ a }) => (a === undefined ? true : offline())),
    ],
  ])(
    'leaves no rejection of zod beside its own, whatever values came before: %s',
    async (_name, before, schema) => {
      const validate = validatorOf(schema);
      const rejections = await unhandledRejectionsOf(async () => {
        await validate(before);
        for (let time = 0; time < 2; time++) {
          await expect(Promise.resolve(validate({ a: 'x' }))).rejects.toThrow('offline');
        }
      });
      expect(rejections).toEqual([]);
    },
  );

  it('reads no default of zod before a value needs it', () => {
    let count = 0;
    const validate = validatorOf(z.object({ a: z.number().default(() => ++count) }));
    expect(validate({ a: 7 })).toEqual({ value: { a: 7 } });
    expect(count).toBe(0);
    expect(validate({})).toEqual({ value: { a: 1 } });
  });

  it('rejects if a refinement of zod throws, and returns later results at once', async () => {
    const schema = z.string().refine((text) => {
      if (text === 'bad') throw new TypeError('no');
      return true;
    });
    const validate = validatorOf(schema);
    await expect(Promise.resolve(validate('bad'))).rejects.toThrow('no');
    expect(isThenable(validate('good'))).toBe(false);
    await expect(Promise.resolve(validate('bad'))).rejects.toThrow('no');
    expect(validate('good')).toEqual({ value: 'good' });
  });
});

describe('the validator of a schema that breaks Standard Schema', () => {
  const schemaOf = (result: unknown): Schema => ({
    '~standard': { version: 1, vendor: 'own', validate: () => result as never },
  });

  it('refuses a value if the list of issues is empty', async () => {
    const issues: readonly unknown[] = [{ message: 'invalid value' }];
    expect(validatorOf(schemaOf({ issues: [] }))(1)).toEqual({ issues });
    expect(validatorOf(schemaOf({ issues: [], value: 1 }))(1)).toEqual({ issues });
    expect(await validatorOf(schemaOf(Promise.resolve({ issues: [] })))(1)).toEqual({ issues });
  });

  it.each([
    ['nothing', undefined],
    ['a boolean', true],
    ['neither a value nor issues', {}],
    ['issues that are not a list', { issues: 'bad' }],
    ['null as the issues', { issues: null, value: 1 }],
    ['an issue without a message', { issues: [{}] }],
    ['null as an issue', { issues: [null] }],
  ])('throws, or rejects, if validate returns %s', async (_name, result) => {
    const error = { code: 'OPTION_INVALID', option: "schema['~standard'].validate" };
    expect(() => validatorOf(schemaOf(result))(1)).toThrow(expect.objectContaining(error));
    await expect(validatorOf(schemaOf(Promise.resolve(result)))(1)).rejects.toMatchObject(error);
  });

  it('accepts undefined as the value', () => {
    expect(validatorOf(schemaOf({ value: undefined }))(1)).toEqual({ value: undefined });
  });
});
