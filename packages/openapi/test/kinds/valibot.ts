import type { Schema } from '@mortise/contract';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}
const tree: v.GenericSchema<Tree> = v.object({
  name: v.string(),
  children: v.array(v.lazy(() => tree)),
});
const card = v.object({ kind: v.literal('card'), number: v.string() });
const iban = v.object({ kind: v.literal('iban'), iban: v.string() });

const kinds = {
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
  'text with a pattern': v.pipe(v.string(), v.regex(/^a+$/)),
  'text of a format': v.object({
    email: v.pipe(v.string(), v.email()),
    url: v.pipe(v.string(), v.url()),
    uuid: v.pipe(v.string(), v.uuid()),
    date: v.pipe(v.string(), v.isoDate()),
  }),
  'a number': v.pipe(v.number(), v.minValue(0), v.maxValue(9), v.multipleOf(0.5)),
  'an integer': v.pipe(v.number(), v.integer()),
  'a boolean': v.boolean(),
  null: v.null(),
  anything: v.unknown(),
  'a literal': v.literal('a'),
  'an enumeration': v.picklist(['a', 'b']),
  'an enumeration of TypeScript': v.enum({ A: 'a', B: 1 }),
  'a list': v.pipe(v.array(v.string()), v.minLength(1)),
  'a tuple': v.tuple([v.string(), v.number()]),
  'a loose tuple': v.looseTuple([v.string()]),
  'a strict tuple': v.strictTuple([v.string()]),
  'a tuple with a rest': v.tupleWithRest([v.string()], v.number()),
  'an object': v.object({ a: v.string(), b: v.optional(v.number()) }),
  'a loose object': v.looseObject({ a: v.string() }),
  'a strict object': v.strictObject({ a: v.string() }),
  'an object with others': v.objectWithRest({ a: v.string() }, v.number()),
  'a record': v.record(v.string(), v.number()),
  'a union': v.union([v.string(), v.number()]),
  'a variant': v.variant('kind', [card, iban]),
  'an intersection': v.intersect([v.object({ a: v.string() }), v.union([card, iban])]),
  'a nullable value': v.object({ a: v.nullable(v.string()), b: v.nullish(v.number()) }),
  'a default': v.object({ a: v.optional(v.number(), 1) }),
  'a value of a brand': v.pipe(v.string(), v.brand('Id'), v.flavor('Id')),
  'an immutable value': v.pipe(v.array(v.string()), v.readonly()),
  'a description': v.pipe(v.string(), v.title('A'), v.description('The first.')),
  'a lazy value': v.lazy(() => v.string()),
  'a recursive value': tree,
} satisfies Record<string, Parameters<typeof toStandardJsonSchema>[0]>;

/** One schema of each kind that valibot can express in JSON Schema. */
export const valibotKinds: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(kinds).map(([name, schema]) => [name, toStandardJsonSchema(schema)]),
);
