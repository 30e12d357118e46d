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
  switch (model.kind) {
    case 'text':
      return TEXTS[model.rule]();
    case 'number': {
      const number = model.isInteger ? z.int() : z.number();
      return model.bound === null ? number : number.min(model.bound);
    }
    case 'boolean':
      return z.boolean();
    case 'literals':
      return z.literal([...model.values]);
    case 'enum':
      return z.enum([...model.values]);
    case 'list':
      return z.array(schemaOf(model.item)).min(model.min);
    case 'tuple': {
      const items = model.items.map(schemaOf) as [z.ZodType, ...z.ZodType[]];
      return model.rest === null ? z.tuple(items) : z.tuple(items, schemaOf(model.rest));
    }
    case 'record':
      return z.record(
        model.keys === null ? z.string() : z.enum([...model.keys]),
        schemaOf(model.value),
      );
    case 'object':
      return objectOf(model);
    case 'union':
      return z.union(model.parts.map(schemaOf) as [z.ZodType, z.ZodType]);
    case 'variant':
      return z.discriminatedUnion('kind', model.parts.map(objectOf) as [z.ZodObject, z.ZodObject]);
    case 'both':
      return z.intersection(schemaOf(model.parts[0]), schemaOf(model.parts[1]));
    case 'nullable':
      return schemaOf(model.of).nullable();
    case 'marked':
      return markedOf(model);
    case 'tree':
      return Tree;
  }
}

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
