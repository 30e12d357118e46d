import type { Schema } from '@mortise/contract';
import { scope, type } from 'arktype';
import type { Model, ObjectModel, TextRule } from './model.js';

const { tree } = scope({ tree: { n: 'number.integer', children: 'tree[]' } }).export();

const TEXTS: Readonly<Record<TextRule, string>> = {
  any: 'string',
  filled: 'string >= 1',
  pattern: String.raw`/^a\d+$/`,
  date: String.raw`/^\d{4}-\d\d-\d\d$/`,
  uuid: 'string.uuid',
};

/** The schema of arktype for a model. */
export function arktypeOf(model: Model): Schema {
  return schemaOf(model);
}

/** The methods of arktype that are used, without types that depend on the definition. */
interface Type extends Schema {
  array(): Type;
  atLeastLength(length: number): Type;
  or(other: unknown): Type;
  pipe(change: (value: unknown) => unknown): Type;
  brand(name: string): Type;
}

const make = type as unknown as (definition: unknown) => Type;

function schemaOf(model: Model): Type {
  return (MAKERS[model.kind] as (model: Model) => Type)(model);
}

const MAKERS: {
  readonly [Kind in Model['kind']]: (model: Extract<Model, { kind: Kind }>) => Type;
} = {
  text: (model) => {
    return make(TEXTS[model.rule]);
  },
  number: (model) => {
    const number = model.isInteger ? 'number.integer' : 'number';
    return make(model.bound === null ? number : `${number} >= ${model.bound}`);
  },
  boolean: () => {
    return make('boolean');
  },
  literals: (model) => {
    return type.enumerated(...model.values) as unknown as Type;
  },
  enum: (model) => {
    return type.enumerated(...model.values) as unknown as Type;
  },
  list: (model) => {
    const list = schemaOf(model.item).array();
    return model.min > 0 ? list.atLeastLength(model.min) : list;
  },
  tuple: (model) => {
    const items: unknown[] = model.items.map(schemaOf);
    if (model.rest !== null) items.push('...', schemaOf(model.rest).array());
    return make(items);
  },
  record: (model) => {
    return model.keys === null
      ? make({ '[string]': schemaOf(model.value) })
      : make(Object.fromEntries(model.keys.map((key) => [key, schemaOf(model.value)])));
  },
  object: (model) => {
    return objectOf(model);
  },
  union: (model) => {
    return model.parts.map(schemaOf).reduce((one, other) => one.or(other));
  },
  variant: (model) => {
    return model.parts.map(schemaOf).reduce((one, other) => one.or(other));
  },
  both: ({ parts: [one, other] }) => {
    // Its intersection of objects with defaults does not check all members.
    return objectOf({ ...one, members: [...one.members, ...other.members] });
  },
  nullable: (model) => {
    return schemaOf(model.of).or('null');
  },
  marked: (model) => {
    if (model.mark === 'transformed') return schemaOf(model.of).pipe((value) => ({ was: value }));
    return model.mark === 'brand' ? schemaOf(model.of).brand('b') : schemaOf(model.of);
  },
  tree: () => {
    return tree as unknown as Type;
  },
};

function objectOf({ members, rest }: ObjectModel): Type {
  const entries = members.map(({ name, of, presence }) => {
    const schema = schemaOf(of);
    const key = name.replaceAll(/^[\\+$]|^\[/g, (first) => `\\${first}`);
    if (presence === 'required') return [key, schema];
    if (presence === 'optional') return [`${key}?`, schema];
    const { byDefault } = presence;
    const given =
      typeof byDefault === 'object' && byDefault !== null
        ? () => structuredClone(byDefault)
        : byDefault;
    return [key, [schema, '=', given]];
  });
  // Its other way to accept more members is not in its JSON Schema.
  const undeclared =
    rest === 'loose' ? { '[string]': 'unknown' } : { '+': rest === 'strict' ? 'reject' : 'delete' };
  return make({ ...Object.fromEntries(entries), ...undeclared });
}
