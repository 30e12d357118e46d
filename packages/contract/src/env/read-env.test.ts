import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type as ark } from 'arktype';
import { expectTypeOf } from 'expect-type';
import * as v from 'valibot';
import * as z from 'zod';
import { unhandledRejectionsOf } from '../../../../tooling/testing/unhandled-rejections.js';
import { EnvError, readEnv } from './index.js';

const schemas = {
  zod: z.object({
    PORT: z.coerce.number().int().default(3000),
    DATABASE_URL: z.url(),
    KEY: z.string(),
  }),
  valibot: v.object({
    PORT: v.optional(v.pipe(v.string(), v.transform(Number), v.integer()), '3000'),
    DATABASE_URL: v.pipe(v.string(), v.url()),
    KEY: v.string(),
  }),
  arktype: ark({
    PORT: 'string.integer.parse = "3000"',
    DATABASE_URL: 'string.url',
    KEY: 'string',
  }),
};
const SECRET = 's3cr3t-of-the-database';

const errorOf = (read: () => unknown): EnvError => {
  try {
    read();
  } catch (error) {
    return error as EnvError;
  }
  throw new Error('nothing was thrown');
};

describe.each(Object.entries(schemas))('readEnv with a schema of %s', (_, schema) => {
  it('returns what the schema returns', () => {
    const source = { DATABASE_URL: 'https://db.example', KEY: 'k', PORT: '80' };
    expect(readEnv(schema, source)).toMatchObject({ ...source, PORT: 80 });
  });

  it('treats an empty variable as absent', () => {
    const source = { DATABASE_URL: 'https://db.example', KEY: 'k', PORT: '' };
    expect(readEnv(schema, source)).toMatchObject({ PORT: 3000 });
    expect(errorOf(() => readEnv(schema, { ...source, KEY: '' })).names).toEqual(['KEY']);
  });

  it('names all variables in one error, and no value', () => {
    const error = errorOf(() => readEnv(schema, { DATABASE_URL: SECRET, PORT: 'eighty-eight' }));
    expect(error).toBeInstanceOf(EnvError);
    expect(error.code).toBe('ENV_INVALID');
    expect([...error.names].sort()).toEqual(['DATABASE_URL', 'KEY', 'PORT']);
    expect(error.message).toMatch(
      /^invalid environment variables:\n {2}\w+: .+\n {2}\w+: .+\n {2}\w+: /,
    );
    expect(error.message).toMatch(/KEY: missing; /);
    for (const text of [error.message, error.stack, JSON.stringify(error)]) {
      expect(text).not.toMatch(/s3cr|eighty/);
    }
    expect(error.cause).toBeUndefined();
  });
});

describe('readEnv', () => {
  const before = process.env['MORTISE_READ_ENV'];
  afterEach(() => {
    if (before === undefined) delete process.env['MORTISE_READ_ENV'];
  });

  it('reads the variables of the process by default', () => {
    process.env['MORTISE_READ_ENV'] = 'x';
    expect(readEnv(z.object({ MORTISE_READ_ENV: z.string() }))).toEqual({ MORTISE_READ_ENV: 'x' });
  });

  it('has the type that the schema returns', () => {
    expectTypeOf(
      readEnv(schemas.zod, { DATABASE_URL: 'https://a', KEY: 'k' }).PORT,
    ).toEqualTypeOf<number>();
  });

  it.each([SECRET, `the value is ${SECRET}`, 'of-the-data', 'it begins with s3cr'])(
    'drops a message that has a part of the value: %s',
    (message) => {
      const schema = z.object({ KEY: z.string().refine(() => false, message) });
      expect(errorOf(() => readEnv(schema, { KEY: SECRET })).message).toBe(
        'invalid environment variables:\n  KEY: the value is not accepted',
      );
    },
  );

  it('keeps a message without the value, and drops that of several variables', () => {
    const schema = z.object({ KEY: z.string().min(99, 'use 99 characters') });
    expect(errorOf(() => readEnv(schema, { KEY: SECRET })).message).toContain(
      'KEY: use 99 characters',
    );
    const both = z.object({ A: z.string(), B: z.string() }).refine(() => false, SECRET);
    const error = errorOf(() => readEnv(both, { A: SECRET, B: 'b' }));
    expect([error.names, error.message]).toEqual([
      [],
      'invalid environment variables:\n  the combination of variables is not valid',
    ]);
  });

  it('leaves no rejection of an asynchronous schema', async () => {
    const failing = v.pipeAsync(
      v.string(),
      v.checkAsync(() => Promise.reject(new Error('offline'))),
    );
    const schema = v.objectAsync({ A: failing });
    const rejections = await unhandledRejectionsOf(() => {
      expect(() => readEnv(schema as never, { A: 'a' })).toThrow('a schema that is asynchronous');
    });
    expect(rejections).toEqual([]);
  });

  it('says that the transform of a schema may have thrown', async () => {
    const schema = z.object({ A: z.string().transform((text): unknown => JSON.parse(text)) });
    const rejections = await unhandledRejectionsOf(() => {
      expect(() => readEnv(schema, { A: '{' })).toThrow('or whose transform throws');
    });
    expect(rejections).toEqual([]);
  });

  const thrower = { '~standard': { version: 1, vendor: 'x', validate: JSON.parse } };
  it.each<[string, { readonly '~standard': unknown }]>([
    ['a Valibot transform', v.object({ KEY: v.pipe(v.string(), v.transform(JSON.parse)) })],
    [
      'a Valibot URL',
      v.object({
        KEY: v.pipe(
          v.string(),
          v.transform((s) => new URL(s)),
        ),
      }),
    ],
    ['an ArkType morph', ark({ KEY: ['string', '=>', (s: string): unknown => JSON.parse(s)] })],
    ['a zod transform', z.object({ KEY: z.string().transform((s): unknown => JSON.parse(s)) })],
    ['a validate function', thrower],
  ])('throws its own error, without a cause, if %s throws', (_, schema) => {
    const error = errorOf(() => readEnv(schema as never, { KEY: SECRET }));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'readEnv.schema' });
    expect(error).not.toHaveProperty('cause');
    expect(inspect(error, { showHidden: true })).not.toContain('s3cr');
  });

  const decoded = Buffer.from('hunter2-secret').toString('base64');
  const base64 = (text: string) => Buffer.from(text, 'base64').toString();
  it.each<[string, { readonly '~standard': unknown }, string, string]>([
    [
      'in capitals',
      v.object({ KEY: v.pipe(v.string(), v.toUpperCase(), v.email()) }),
      'hunter2',
      'Invalid email',
    ],
    [
      'in capitals',
      ark({ KEY: 'string.upper |> string.email' }),
      'hunter2',
      'KEY must be an email address',
    ],
    [
      'decoded',
      v.object({ KEY: v.pipe(v.string(), v.transform(base64), v.email()) }),
      decoded,
      'Invalid email',
    ],
    [
      'as a number',
      v.object({ KEY: v.pipe(v.string(), v.transform(Number), v.maxValue(9)) }),
      '1e9',
      'Invalid value: Expected <=9',
    ],
    [
      'as a number',
      z.object({ KEY: z.string().transform(Number).pipe(z.literal(9)) }),
      '1e9',
      'Invalid input: expected 9',
    ],
    [
      'quoted by a message of one\u2019s own',
      v.object({
        KEY: v.pipe(
          v.string(),
          v.transform(base64),
          v.email(({ input }) => `"${input}" ist keine E-Mail-Adresse`),
        ),
      }),
      decoded,
      'the value is not accepted',
    ],
    [
      'of a list',
      z.object({ KEY: z.enum(['development', 'production']) }),
      'hunter2',
      'Invalid option: expected one of "development"|"production"',
    ],
  ])('shows what is expected, and no value %s', (_, schema, value, expected) => {
    expect(errorOf(() => readEnv(schema as never, { KEY: value })).message).toBe(
      `invalid environment variables:\n  KEY: ${expected}`,
    );
  });

  it.each<[string, (text: string) => string]>([
    ['decoded', base64],
    ['reversed', (text) => Array.from(text).reverse().join('')],
    ['as hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
  ])('drops a message that has the value %s, without quotes', (_, convert) => {
    const schema = v.object({
      KEY: v.pipe(
        v.string(),
        v.check(
          () => false,
          ({ input }) => `not reachable: ${convert(input)}`,
        ),
      ),
    });
    for (const value of [decoded, 'cafébar9z7'])
      expect(errorOf(() => readEnv(schema, { KEY: value })).message).toBe(
        'invalid environment variables:\n  KEY: the value is not accepted',
      );
  });

  it('drops a message that has the value of another variable', () => {
    const schema = z.object({ URL: z.string().optional(), KEY: z.string() });
    const related = schema.superRefine(({ KEY }, context) => {
      context.addIssue({ code: 'custom', path: ['URL'], message: `required with ${KEY}` });
    });
    const message = (source: object) =>
      errorOf(() => readEnv(related, { KEY: SECRET, ...source })).message;
    expect(message({ URL: 'https://a' })).toMatch(/URL: the value is not accepted$/);
    expect(message({})).toMatch(/URL: missing$/);
  });

  it('does not find inherited members', () => {
    const schema = z.object({ toString: z.string().optional(), constructor: z.string() });
    expect(errorOf(() => readEnv(schema, {})).message).toBe(
      'invalid environment variables:\n  constructor: missing; Invalid input: expected string',
    );
    expect(readEnv(schema, { constructor: 'x', __proto__: null })).toEqual({ constructor: 'x' });
  });

  it.each([null, {}, 'schema', z.object({ A: z.string().refine(() => Promise.resolve(true)) })])(
    'refuses %p, which is not a synchronous schema',
    (schema) => {
      expect(() => readEnv(schema as never, { A: 'a' })).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'readEnv.schema' }),
      );
    },
  );
});
