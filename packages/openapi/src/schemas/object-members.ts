import type { Components } from './components.js';
import { isJson, type Json } from './json.js';

/** The members of an object schema. */
export interface ObjectMembers {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: ReadonlySet<string>;

  /** The schema of members that are not named; `null` if none are accepted. */
  readonly others: Json | null;
}

/** The members by name, while they are being combined. */
interface Members {
  readonly named: ReadonlyMap<string, Json>;

  /** The members that only some alternatives name; the others accept any value for them. */
  readonly partial: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;

  /** The schema of unnamed members; `null` if none are accepted. */
  readonly others: Json | null;
}

/**
 * Returns the members of an object schema. A member of several alternatives becomes `anyOf` their schemas, and is
 * required if all alternatives require it. A member of several parts of an intersection becomes `allOf` their schemas.
 *
 * @param nameOf returns the same string for equal names, such as header names that differ in case
 */
export function objectMembers(
  schema: Json,
  components: Components,
  nameOf: (name: string) => string = String,
): ObjectMembers {
  // The first variant of each name, by the result of `nameOf`.
  const names = new Map<string, string>();
  const known = (name: string): string => {
    const key = nameOf(name);
    if (!names.has(key)) names.set(key, name);
    return names.get(key) ?? name;
  };
  const { named, required, others } = membersOf(schema, components, known, new Set());
  return { properties: Object.fromEntries(named), required, others };
}

function membersOf(
  schema: Json,
  components: Components,
  known: (name: string) => string,
  open: ReadonlySet<Json>,
): Members {
  const inner = new Set(open).add(schema);
  const read = (part: Json): Members[] =>
    inner.has(part) ? [] : [membersOf(part, components, known, inner)];
  const target = components.resolve(schema);
  const parts = [ownMembers(schema, known), ...(target === schema ? [] : read(target))];
  if (Array.isArray(schema['allOf'])) parts.push(...schema['allOf'].filter(isJson).flatMap(read));
  for (const list of [schema['anyOf'], schema['oneOf']]) {
    const objects = Array.isArray(list) ? list.filter((part) => isObject(part, components)) : [];
    const alternatives = objects.map((part) => (part === true ? {} : (part as Json))).flatMap(read);
    if (alternatives.length > 0) parts.push(anyOf(alternatives));
  }
  return parts.length === 1 ? (parts[0] as Members) : allOf(parts);
}

function ownMembers(
  { properties, required, additionalProperties: rest, patternProperties, propertyNames }: Json,
  known: (name: string) => string,
): Members {
  // If a record lists its keys, it accepts no others.
  const keys = isJson(propertyNames) ? propertyNames['enum'] : null;
  const listed = Array.isArray(keys) ? keys.map((key) => [String(key), rest] as const) : [];
  const additionalProperties = Array.isArray(keys) ? false : rest;
  const members = [...listed, ...Object.entries(isJson(properties) ? properties : {})];
  const needed = Array.isArray(required) ? (required as readonly string[]) : [];
  const isOpen = additionalProperties === true || isJson(patternProperties);
  const others = isOpen ? {} : additionalProperties;
  return {
    named: new Map(members.map(([name, part]) => [known(name), isJson(part) ? part : {}])),
    partial: new Set(),
    required: new Set(needed.map(known)),
    others: isJson(others) ? others : null,
  };
}

/** Combines parts that must all match. A member that only some alternatives name does not restrict the other parts. */
function allOf(parts: readonly Members[]): Members {
  const whole = merged('allOf', parts, ({ named, partial }, name) =>
    partial.has(name) ? null : named.get(name),
  );
  const rest = merged('anyOf', parts, ({ named }, name) => named.get(name));
  const named = new Map([...rest].map(([name, json]) => [name, whole.get(name) ?? json]));
  return {
    named,
    partial: new Set([...named.keys()].filter((name) => !whole.has(name))),
    required: new Set(parts.flatMap(({ required }) => [...required])),
    others: parts.find(({ others }) => others !== null)?.others ?? null,
  };
}

function anyOf(parts: readonly Members[]): Members {
  const [first, ...rest] = parts;
  const needed = [...(first?.required ?? [])];
  const named = merged(
    'anyOf',
    parts,
    (part, name) => part.named.get(name) ?? described(part.others),
  );
  const isWhole = ({ named: own, partial, others }: Members, name: string): boolean =>
    own.has(name) ? !partial.has(name) : described(others) !== null;
  return {
    named,
    partial: new Set(
      [...named.keys()].filter((name) => !parts.every((part) => isWhole(part, name))),
    ),
    required: new Set(needed.filter((name) => rest.every(({ required }) => required.has(name)))),
    others: parts.find(({ others }) => others !== null)?.others ?? null,
  };
}

/** Returns the schema of unnamed members; `null` if it accepts any value, and so adds no information. */
function described(others: Json | null): Json | null {
  return others === null || Object.keys(others).length === 0 ? null : others;
}

function merged(
  keyword: 'allOf' | 'anyOf',
  parts: readonly Members[],
  schemaOf: (part: Members, name: string) => Json | null | undefined,
): ReadonlyMap<string, Json> {
  const names = new Set(parts.flatMap(({ named }) => [...named.keys()]));
  return new Map(
    [...names].flatMap((name) => {
      const schemas = parts.flatMap((part) => flat(keyword, schemaOf(part, name) ?? []));
      const distinct = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
      const [only] = distinct;
      if (only === undefined) return [];
      return [[name, distinct.length > 1 ? { [keyword]: distinct } : only] as const];
    }),
  );
}

/** Returns the parts of a schema that has only this keyword; otherwise the schema itself. */
function flat(keyword: string, schema: Json | readonly Json[]): readonly Json[] {
  if (!isJson(schema)) return schema;
  const parts = schema[keyword];
  const hasOthers = Object.keys(schema).length > 1;
  return hasOthers || !Array.isArray(parts) ? [schema] : (parts as readonly Json[]);
}

/** Whether an alternative can match an object, which a query or a form always is. */
function isObject(part: unknown, components: Components): boolean {
  if (!isJson(part)) return part === true;
  const { type = 'object', not } = components.resolve(part);
  const isNever = isJson(not) && Object.keys(not).length === 0;
  return !isNever && [type].flat().includes('object');
}
