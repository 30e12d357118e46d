import type { Schema } from '@mortise/contract';
import { scope, type Type, type } from 'arktype';
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

const make = type as unknown as (definition: unknown) => Type;

function schemaOf(model: Model): Type {
  switch (model.kind) {
    case 'text':
      return make(TEXTS[model.rule]);
    case 'number': {
      const number = model.isInteger ? 'number.integer' : 'number';
      return make(model.bound === null ? number : `${number} >= ${model.bound}`);
    }
    case 'boolean':
      return make('boolean');
    case 'literals':
    case 'enum':
      return type.enumerated(...model.values) as Type;
    case 'list': {
      const list = schemaOf(model.item).array();
      return (model.min > 0 ? list.atLeastLength(model.min) : list) as Type;
    }
    case 'tuple': {
      const items: unknown[] = model.items.map(schemaOf);
      if (model.rest !== null) items.push('...', schemaOf(model.rest).array());
      return make(items);
    }
    case 'record':
      return model.keys === null
        ? make({ '[string]': schemaOf(model.value) })
        : make(Object.fromEntries(model.keys.map((key) => [key, schemaOf(model.value)])));
    case 'object':
      return objectOf(model);
    case 'union':
    case 'variant':
      return model.parts.map(schemaOf).reduce((one, other) => one.or(other) as Type);
    case 'both':
      return schemaOf(model.parts[0]).and(schemaOf(model.parts[1])) as Type;
    case 'nullable':
      return schemaOf(model.of).or('null') as Type;
    case 'marked':
      if (model.mark === 'transformed')
        return schemaOf(model.of).pipe((value) => ({ was: value })) as Type;
      return model.mark === 'brand' ? (schemaOf(model.of).brand('b') as Type) : schemaOf(model.of);
    case 'tree':
      return tree as unknown as Type;
  }
}

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
