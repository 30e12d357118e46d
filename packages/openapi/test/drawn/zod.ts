import type { Schema } from '@mortise/contract';
import * as z from 'zod';
import type { Member, Model, ObjectModel, TextRule } from './model.js';

const Tree = z.object({
  n: z.int(),
  get children() {
    return z.array(Tree);
  },
});

const TEXTS: Readonly<Record<TextRule, () => z.ZodType>> = {
  any: () => z.string(),
  filled: () => z.string().min(1),
  pattern: () => z.string().regex(/^a\d+$/),
  date: () => z.iso.date(),
  uuid: () => z.uuid(),
};

/** The schema of zod for a model. */
export function zodOf(model: Model): Schema {
  return schemaOf(model);
}

function schemaOf(model: Model): z.ZodType {
  return (MAKERS[model.kind] as (model: Model) => z.ZodType)(model);
}

const MAKERS: {
  readonly [Kind in Model['kind']]: (model: Extract<Model, { kind: Kind }>) => z.ZodType;
} = {
  text: (model) => {
    return TEXTS[model.rule]();
  },
  number: (model) => {
    const number = model.isInteger ? z.int() : z.number();
    return model.bound === null ? number : number.min(model.bound);
  },
  boolean: () => {
    return z.boolean();
  },
  literals: (model) => {
    return z.literal([...model.values]);
  },
  enum: (model) => {
    return z.enum([...model.values]);
  },
  list: (model) => {
    return z.array(schemaOf(model.item)).min(model.min);
  },
  tuple: (model) => {
    const items = model.items.map(schemaOf) as [z.ZodType, ...z.ZodType[]];
    return model.rest === null ? z.tuple(items) : z.tuple(items, schemaOf(model.rest));
  },
  record: (model) => {
    return z.record(
      model.keys === null ? z.string() : z.enum([...model.keys]),
      schemaOf(model.value),
    );
  },
  object: (model) => {
    return objectOf(model);
  },
  union: (model) => {
    return z.union(model.parts.map(schemaOf) as [z.ZodType, z.ZodType]);
  },
  variant: (model) => {
    return z.discriminatedUnion('kind', model.parts.map(objectOf) as [z.ZodObject, z.ZodObject]);
  },
  both: (model) => {
    return z.intersection(schemaOf(model.parts[0]), schemaOf(model.parts[1]));
  },
  nullable: (model) => {
    return schemaOf(model.of).nullable();
  },
  marked: (model) => {
    return markedOf(model);
  },
  tree: () => {
    return Tree;
  },
};

function markedOf({ mark, of }: Extract<Model, { kind: 'marked' }>): z.ZodType {
  const schema = schemaOf(of);
  if (mark === 'brand') return schema.brand<'b'>();
  if (mark === 'readonly') return schema.readonly();
  if (mark === 'refined') return schema.refine(() => true);
  if (mark === 'lazy') return z.lazy(() => schema);
  return schema.transform((value) => ({ was: value }));
}

function objectOf({ members, rest }: ObjectModel): z.ZodObject {
  const shape = Object.fromEntries(members.map((member) => [member.name, memberOf(member)]));
  if (rest === 'strict') return z.strictObject(shape);
  return rest === 'loose' ? z.looseObject(shape) : z.object(shape);
}

function memberOf({ of, presence }: Member): z.ZodType {
  const schema = schemaOf(of);
  if (presence === 'required') return schema;
  return presence === 'optional' ? schema.optional() : schema.prefault(presence.byDefault);
}
