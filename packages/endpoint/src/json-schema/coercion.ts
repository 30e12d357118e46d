import type { JsonSchema } from './json-schema.js';
import { propertiesOf, type Shape, shapeOf } from './shape.js';

/**
 * Makes of the texts of a value what a schema accepts in their place. Never changes the value: what differs
 * is copied.
 */
export type Coercion = (value: unknown) => unknown;

/** Stands for an empty text that is treated as absent. */
const ABSENT: unique symbol = Symbol('absent');

/** A number as JSON writes it (RFC 8259 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
]);

/**
 * Makes the coercion of a JSON Schema. Where the schema accepts text, text stays. Otherwise
 *
 * - a number as JSON writes it becomes a number, unless it is too large for one;
 * - `true`, `1` and `on` become `true`, `false` and `0` become `false`;
 * - `''` becomes `null` where that is accepted; otherwise the member is absent;
 * - a text where a list is expected becomes a list of it;
 * - any other text stays, for the schema to refuse.
 *
 * Lists and maps are read to any depth; each part of the schema is read when a value reaches it.
 */
export function coercionOf(schema: JsonSchema): Coercion {
  const root = schema;
  const known = new Map<unknown, Coercion>();

  const partOf = (part: unknown): Coercion => {
    let coercion = known.get(part);
    if (coercion === undefined) {
      coercion = ofShape(shapeOf(part, root));
      known.set(part, coercion);
    }
    return coercion;
  };

  function ofShape(shape: Shape): Coercion {
    const list = shape.arrays.length === 0 ? same : ofLists(shape.arrays, partOf);
    const map = shape.objects.length === 0 ? same : ofMaps(shape.objects, partOf);
    const text = ofText(shape, list);
    return (value) => {
      if (typeof value === 'string') return text(value);
      if (Array.isArray(value)) return list(value);
      return typeof value === 'object' && value !== null ? map(value) : value;
    };
  }

  const whole = partOf(schema);
  return (value) => {
    const coerced = whole(value);
    return coerced === ABSENT ? undefined : coerced;
  };
}

function same(value: unknown): unknown {
  return value;
}

function ofText({ kinds }: Shape, list: Coercion): (text: string) => unknown {
  if (kinds.has('string') || kinds.has('any')) return same;
  const numbers = kinds.has('number') || kinds.has('integer');
  const isNumber = kinds.has('number') ? Number.isFinite : Number.isSafeInteger;
  return (text) => {
    if (text === '') return kinds.has('null') ? null : ABSENT;
    if (numbers && NUMBER.test(text)) {
      const number = Number(text);
      // An integer beyond 2^53 would be rounded; with a fraction it is for the schema to refuse.
      if (isNumber(number) || (Number.isFinite(number) && !Number.isInteger(number))) return number;
    }
    const boolean = kinds.has('boolean') ? BOOLEANS.get(text) : undefined;
    if (boolean !== undefined) return boolean;
    return kinds.has('array') ? list([text]) : text;
  };
}

function ofLists(lists: readonly JsonSchema[], partOf: (part: unknown) => Coercion): Coercion {
  const parts: unknown[] = [];
  const partAt = (index: number): Coercion => {
    const fixed = lists.some(({ prefixItems }) => Array.isArray(prefixItems)) ? index : 0;
    return partOf((parts[fixed] ??= union(lists.map((list) => itemAt(list, fixed)))));
  };
  return (value) => {
    let copy: unknown[] | null = null;
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const coerced = partAt(index)(item);
      if (coerced === item || coerced === ABSENT) continue;
      copy ??= [...(value as readonly unknown[])];
      copy[index] = coerced;
    }
    return copy ?? value;
  };
}

function itemAt({ prefixItems, items }: JsonSchema, index: number): unknown {
  return Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items;
}

function ofMaps(maps: readonly JsonSchema[], partOf: (part: unknown) => Coercion): Coercion {
  const parts = new Map<string, unknown>();
  for (const name of new Set(maps.flatMap((map) => Object.keys(propertiesOf(map))))) {
    parts.set(name, union(maps.map((map) => memberOf(map, name))));
  }
  const others = union(maps.map(({ additionalProperties }) => additionalProperties));
  const members = new Map<string, Coercion>();
  const memberNamed = (name: string): Coercion => {
    let member = members.get(name);
    if (member === undefined) {
      member = partOf(parts.has(name) ? parts.get(name) : others);
      if (parts.has(name)) members.set(name, member);
    }
    return member;
  };
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    let copy: Record<string, unknown> | null = null;
    for (const name of Object.keys(source)) {
      const given = source[name];
      const coerced = memberNamed(name)(given);
      if (coerced === given) continue;
      copy ??= copyOf(source);
      if (coerced === ABSENT) Reflect.deleteProperty(copy, name);
      else copy[name] = coerced;
    }
    return copy ?? value;
  };
}

/** Member by member: `Object.assign` to an object without a prototype takes three times as long. */
function copyOf(source: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(source)) copy[name] = source[name];
  return copy;
}

function memberOf(map: JsonSchema, name: string): unknown {
  const properties = propertiesOf(map);
  if (Object.hasOwn(properties, name)) return properties[name];
  const { additionalProperties: open = false } = map;
  return open === false ? NEVER : open;
}

/** Accepts nothing: an alternative that does not know a member says nothing about it. */
const NEVER: JsonSchema = { enum: [] };

function union(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}
