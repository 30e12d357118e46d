import type { JsonSchema } from './json-schema.js';
import { propertiesOf, shapeOf } from './shape.js';

/** Returns a value with the members that a schema names, and no others. Never changes the value. */
export type Picking = (value: unknown) => unknown;

/**
 * Makes the picking of a JSON Schema: what it does not name never leaves the server, whatever the library lets
 * through. An object is left whole if its schema is open (`additionalProperties` other than `false`) or names no
 * member. Of several objects, those decide whose constants the value has.
 */
export function pickingOf(schema: JsonSchema): Picking {
  const known = new Map<unknown, Picking>();
  const partOf = (part: unknown): Picking => {
    let picking = known.get(part);
    if (picking === undefined) {
      picking = ofPart(part, schema, partOf);
      known.set(part, picking);
    }
    return picking;
  };
  return partOf(schema);
}

type PartOf = (part: unknown) => Picking;

function ofPart(part: unknown, root: JsonSchema, partOf: PartOf): Picking {
  const { kinds, arrays, objects } = shapeOf(part, root);
  if (kinds.has('any')) return same;
  const choices = objects.map((object) => ({
    isMeant: constantsOf(object),
    pick: ofObject(object, partOf),
  }));
  const items = arrays.flatMap(({ prefixItems, items: rest }) =>
    Array.isArray(prefixItems) ? [] : [rest],
  );
  const item = items.length === 0 || items.length < arrays.length ? null : union(items);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      return item === null ? list : list.map((each) => partOf(item)(each));
    }
    if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return value;
    const meant = choices.length > 1 ? choices.filter(({ isMeant }) => isMeant(value)) : [];
    const [first = same, ...others] = (meant.length > 0 ? meant : choices).map(({ pick }) => pick);
    if (others.length === 0) return first(value);
    return Object.assign({}, first(value), ...others.map((pick) => pick(value))) as unknown;
  };
}

function same(value: unknown): unknown {
  return value;
}

function ofObject(schema: JsonSchema, partOf: PartOf): Picking {
  const members = Object.entries(propertiesOf(schema)).filter(([name]) => name !== '__proto__');
  const { additionalProperties: open = false } = schema;
  if (members.length === 0 && open === false) return same;
  const names = new Set(members.map(([name]) => name));
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    const picked: Record<string, unknown> = {};
    for (const [name, part] of members) {
      const member = source[name];
      if (member !== undefined) picked[name] = partOf(part)(member);
    }
    if (open !== false) {
      for (const name of Object.keys(source)) {
        if (!names.has(name) && name !== '__proto__') picked[name] = partOf(open)(source[name]);
      }
    }
    return picked;
  };
}

/** Whether a value has the constants of an object's schema, such as the `kind` of a discriminated union. */
function constantsOf(schema: JsonSchema): (value: object) => boolean {
  const constants = Object.entries(propertiesOf(schema)).flatMap(([name, part]) => {
    const [only, ...others] = valuesOf(part);
    return only === undefined || others.length > 0 ? [] : [[name, only] as const];
  });
  return (value) =>
    constants.every(
      ([name, constant]) => (value as Readonly<Record<string, unknown>>)[name] === constant,
    );
}

function valuesOf(part: unknown): readonly unknown[] {
  const { const: constant, enum: values } = Object(part) as JsonSchema;
  if (Array.isArray(values)) return values;
  return constant === undefined ? [] : [constant];
}

function union(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}
