import type { Schema } from '@mortise/contract';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Member, Model, ObjectModel, TextRule } from './model.js';

interface Node {
  readonly n: number;
  readonly children: readonly Node[];
}
const Tree: v.GenericSchema<Node> = v.object({
  n: v.pipe(v.number(), v.integer()),
  children: v.array(v.lazy(() => Tree)),
});

const TEXTS: Readonly<Record<TextRule, () => v.GenericSchema>> = {
  any: () => v.string(),
  filled: () => v.pipe(v.string(), v.minLength(1)),
  pattern: () => v.pipe(v.string(), v.regex(/^a\d+$/)),
  date: () => v.pipe(v.string(), v.isoDate()),
  uuid: () => v.pipe(v.string(), v.uuid()),
};

/** The schema of valibot for a model. */
export function valibotOf(model: Model): Schema {
  return toStandardJsonSchema(schemaOf(model));
}

function schemaOf(model: Model): v.GenericSchema {
  return (MAKERS[model.kind] as (model: Model) => v.GenericSchema)(model);
}

const MAKERS: {
  readonly [Kind in Model['kind']]: (model: Extract<Model, { kind: Kind }>) => v.GenericSchema;
} = {
  text: (model) => {
    return TEXTS[model.rule]();
  },
  number: (model) => {
    const number = model.isInteger ? v.pipe(v.number(), v.integer()) : v.number();
    return model.bound === null ? number : v.pipe(number, v.minValue(model.bound));
  },
  boolean: () => {
    return v.boolean();
  },
  literals: (model) => {
    return v.union(model.values.map((value) => (value === null ? v.null() : v.literal(value))));
  },
  enum: (model) => {
    return v.picklist([...model.values]);
  },
  list: (model) => {
    return v.pipe(v.array(schemaOf(model.item)), v.minLength(model.min));
  },
  tuple: (model) => {
    const items = model.items.map(schemaOf);
    return model.rest === null ? v.tuple(items) : v.tupleWithRest(items, schemaOf(model.rest));
  },
  record: (model) => {
    // Its JSON Schema has no record of listed keys.
    return model.keys === null
      ? v.record(v.string(), schemaOf(model.value))
      : v.object(Object.fromEntries(model.keys.map((key) => [key, schemaOf(model.value)])));
  },
  object: (model) => {
    return objectOf(model);
  },
  union: (model) => {
    return v.union(model.parts.map(schemaOf));
  },
  variant: (model) => {
    return v.variant('kind', model.parts.map(objectOf) as never);
  },
  both: (model) => {
    return v.intersect(model.parts.map(schemaOf));
  },
  nullable: (model) => {
    return v.nullable(schemaOf(model.of));
  },
  marked: (model) => {
    return markedOf(model);
  },
  tree: () => {
    return Tree;
  },
};

function markedOf({ mark, of }: Extract<Model, { kind: 'marked' }>): v.GenericSchema {
  const schema = schemaOf(of);
  if (mark === 'brand') return v.pipe(schema, v.brand('b'));
  if (mark === 'readonly') return v.pipe(schema, v.readonly());
  if (mark === 'refined') return v.pipe(schema, v.readonly());
  if (mark === 'lazy') return v.lazy(() => schema);
  return v.pipe(
    schema,
    v.transform((value) => ({ was: value })),
  );
}

function objectOf({ members, rest }: ObjectModel): v.GenericSchema {
  const shape = Object.fromEntries(members.map((member) => [member.name, memberOf(member)]));
  if (rest === 'strict') return v.strictObject(shape);
  return rest === 'loose' ? v.looseObject(shape) : v.object(shape);
}

function memberOf({ of, presence }: Member): v.GenericSchema {
  const schema = schemaOf(of);
  if (presence === 'required') return schema;
  return presence === 'optional'
    ? v.optional(schema)
    : v.optional(schema, presence.byDefault as never);
}
