import type { Schema } from '@mortise/contract';
import * as z from 'zod';

const Named = z.object({ n: z.int() }).meta({ id: 'Named' });
const Category = z.object({
  name: z.string(),
  get children() {
    return z.array(Category);
  },
});
const Comment = z
  .object({
    text: z.string(),
    get replies() {
      return z.array(Comment).optional();
    },
  })
  .meta({ id: 'Comment~1/x' });
const Person = z.object({
  name: z.string(),
  get pet() {
    return Pet.optional();
  },
});
const Pet = z.object({ owner: Person });
const card = z.object({ kind: z.literal('card'), number: z.string() });
const iban = z.object({ kind: z.literal('iban'), iban: z.string() });

/** One schema of each kind that zod can express in JSON Schema. */
export const zodKinds: Readonly<Record<string, Schema>> = {
  text: z.string(),
  'text with a length': z.string().min(1).max(9),
  'text with a pattern': z.string().regex(/^a+$/),
  'text with a pattern that has sets': z.string().regex(new RegExp('^[[a-z]--[b]]+$', 'v')),
  'a value with an empty name': z.object({ a: z.object({ n: z.int() }).meta({ id: '' }) }),
  'text with a prefix and a suffix': z.string().startsWith('a').endsWith('z'),
  'an e-mail address': z.email(),
  'a URL': z.url(),
  'a UUID': z.uuid(),
  'an IP address': z.ipv4().or(z.ipv6()),
  'a date and time': z.iso.datetime(),
  'a date': z.iso.date(),
  'a time': z.iso.time(),
  'a duration': z.iso.duration(),
  base64: z.base64(),
  'a template': z.templateLiteral(['v', z.int()]),
  'a number': z.number(),
  'a number in a range': z.number().gt(0).lte(9).multipleOf(0.5),
  'an integer': z.int().min(1),
  'a 32-bit integer': z.int32(),
  'a boolean': z.boolean(),
  'text that is a boolean': z.stringbool(),
  null: z.null(),
  anything: z.unknown(),
  nothing: z.object({ a: z.never().optional() }),
  'a literal': z.literal('a'),
  'several literals': z.literal(['a', 1, true, null]),
  'an enumeration': z.enum(['a', 'b']),
  'a list': z.array(z.string()).min(1).max(3),
  'a tuple': z.tuple([z.string(), z.int()]),
  'a tuple with a rest': z.tuple([z.string()], z.int()),
  'an object': z.object({ a: z.string(), b: z.int().optional() }),
  'a strict object': z.strictObject({ a: z.string() }),
  'a loose object': z.looseObject({ a: z.string() }),
  'an object with others': z.object({ a: z.string() }).catchall(z.int()),
  'a record': z.record(z.string(), z.int()),
  'a record of an enumeration': z.record(z.enum(['a', 'b']), z.int()),
  'a partial record': z.partialRecord(z.enum(['a', 'b']), z.int()),
  'a record of names with a prefix': z.looseRecord(z.string().regex(/^x-/), z.int()),
  'an intersection of unions': z.intersection(
    z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]),
    z.union([z.object({ a: z.int() }), z.object({ c: z.int() })]),
  ),
  'a union': z.union([z.string(), z.int(), z.array(z.string())]),
  'a discriminated union': z.discriminatedUnion('kind', [card, iban]),
  'an exclusive union': z.xor([z.object({ a: z.string() }), z.object({ b: z.int() })]),
  'an intersection': z.intersection(
    z.object({ a: z.string() }),
    z.object({ a: z.string().min(2) }),
  ),
  'an intersection with a union': z.intersection(z.object({ n: z.int() }), z.union([card, iban])),
  'a nullable value': z.object({ a: z.string().nullable(), b: z.int().nullish() }),
  'a default': z.object({ a: z.int().default(1), b: z.string().prefault('x') }),
  'a fallback': z.object({ a: z.int().catch(1) }),
  'a value of a brand': z.string().brand<'Id'>(),
  'an immutable value': z.object({ tags: z.array(z.string()).readonly() }).readonly(),
  'a description': z.object({
    a: z
      .string()
      .describe('The first.')
      .meta({ examples: ['x'] }),
  }),
  'a refined value': z.string().refine((text) => text !== 'x'),
  'a value that is overwritten': z.string().trim().toLowerCase(),
  'a chain of schemas': z.string().pipe(z.string().min(1)),
  'a converted value': z.object({ n: z.coerce.number() }),
  'a lazy value': z.lazy(() => z.string()),
  'a name': z.object({ one: Named, all: z.array(Named) }),
  'a name with other text': z.object({ one: Named.describe('The first.') }),
  'a recursive value': Category,
  'a recursive value with a name': z.object({ first: Comment }),
  'values that refer to each other': z.object({ Person, Pet }),
  JSON: z.json(),
};
