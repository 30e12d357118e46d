import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@mortise/contract';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as ark } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { namesRead } from './names-read.js';

const a = z.object({ a: z.int() });

describe('namesRead', () => {
  it.each<[string, Schema]>([
    ['a plain object', a],
    ['one with a further check', a.refine(() => true)],
  ])('names the members of %s', (_what, schema) => {
    expect(namesRead(schema)).toEqual(['a']);
  });

  it.each<[string, Schema]>([
    ['a strict object, which refuses others', z.strictObject({ a: z.int() })],
    ['a loose object, which keeps others', z.looseObject({ a: z.int() })],
    ['an object with a schema for others', a.catchall(z.string())],
    ['what a function changes first', z.preprocess((value) => value, a)],
    ['an intersection', a.and(z.looseObject({ b: z.int() }))],
    ['a union', z.union([a, z.looseObject({ b: z.int() })])],
    ['a record', z.record(z.string(), z.int())],
    ['arktype', ark({ a: 'number' })],
    ['valibot', toStandardJsonSchema(v.object({ a: v.number() }))],
  ])('does not know those of %s', (_what, schema) => {
    expect(namesRead(schema)).toBeNull();
  });
});
