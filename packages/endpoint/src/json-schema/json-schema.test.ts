import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaOptions, Schema } from '@mortise/contract';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import * as z from 'zod';
import { standardJsonSchema } from './json-schema.js';

const validate = (value: unknown) => ({ value });

function described(input: (options: JsonSchemaOptions) => Record<string, unknown>): Schema {
  const output = () => ({ output: true });
  return {
    '~standard': { version: 1, vendor: 'none', validate, jsonSchema: { input, output } },
  };
}

describe('standardJsonSchema', () => {
  it('asks for draft 2020-12, in the direction that is needed', () => {
    const schema = described(({ target }) => ({ target }));
    expect(standardJsonSchema(schema, 'input')).toEqual({ target: 'draft-2020-12' });
    expect(standardJsonSchema(schema, 'output')).toEqual({ output: true });
  });

  it('is null for a schema that cannot describe itself, or fails', () => {
    const bare: Schema = { '~standard': { version: 1, vendor: 'none', validate } };
    const failing = described(() => {
      throw new Error('no such type');
    });
    expect([standardJsonSchema(bare, 'input'), standardJsonSchema(failing, 'input')]).toEqual([
      null,
      null,
    ]);
  });

  it.each<[string, Schema]>([
    ['zod', z.object({ a: z.int(), b: z.date() })],
    [
      'valibot',
      toStandardJsonSchema(v.object({ a: v.pipe(v.number(), v.integer()), b: v.date() })),
    ],
  ])('describes of %s what JSON has, and nothing of the rest', (_library, schema) => {
    expect(standardJsonSchema(schema, 'input')).toMatchObject({
      properties: { a: { type: 'integer' }, b: {} },
    });
  });
});
