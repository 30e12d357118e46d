import type { Components } from './components.js';
import { isJson, type Json } from './json.js';

/** The members of an object's schema. */
export interface ObjectMembers {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: ReadonlySet<string>;

  /** Whether it accepts members that it does not name. */
  readonly isOpen: boolean;
}

/** The members by name, before they are written. */
interface Members {
  readonly named: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;

  /** The schema of members that are not named; `null` if none are accepted. */
  readonly others: Json | null;
}

/**
 * Reads the members of an object schema. A member that several alternatives name is `anyOf` what they accept, and is
 * required if all alternatives require it; one that several parts of an intersection name is `allOf` them.
 *
 * @param nameOf gives the same result for names that are equal, such as those of headers in any case
 */
export function objectMembers(
  schema: Json,
  components: Components,
  nameOf: (name: string) => string = String,
): ObjectMembers {
  // The first spelling of each name.
  const names = new Map<string, string>();
  const known = (name: string): string => {
    const key = nameOf(name);
    if (!names.has(key)) names.set(key, name);
    return names.get(key) ?? name;
  };
  const { named, required, others } = membersOf(schema, components, known, new Set());
  return { properties: Object.fromEntries(named), required, isOpen: others !== null };
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
  { properties, required, additionalProperties, patternProperties }: Json,
  known: (name: string) => string,
): Members {
  const members = Object.entries(isJson(properties) ? properties : {});
  const needed = Array.isArray(required) ? (required as readonly string[]) : [];
  const isOpen = additionalProperties === true || isJson(patternProperties);
  const others = isOpen ? {} : additionalProperties;
  return {
    named: new Map(members.map(([name, part]) => [known(name), isJson(part) ? part : {}])),
    required: new Set(needed.map(known)),
    others: isJson(others) ? others : null,
  };
}

function allOf(parts: readonly Members[]): Members {
  return {
    named: merged('allOf', parts, ({ named }, name) => named.get(name)),
    required: new Set(parts.flatMap(({ required }) => [...required])),
    others: parts.find(({ others }) => others !== null)?.others ?? null,
  };
}

function anyOf(parts: readonly Members[]): Members {
  const [first, ...rest] = parts;
  const needed = [...(first?.required ?? [])];
  return {
    named: merged(
      'anyOf',
      parts,
      ({ named, others }, name) => named.get(name) ?? described(others),
    ),
    required: new Set(needed.filter((name) => rest.every(({ required }) => required.has(name)))),
    others: parts.find(({ others }) => others !== null)?.others ?? null,
  };
}

/** An alternative that accepts any other member adds nothing to the description of one. */
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
    [...names].map((name) => {
      const schemas = parts.flatMap((part) => flat(keyword, schemaOf(part, name) ?? []));
      const distinct = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
      const [only = {}] = distinct;
      return [name, distinct.length > 1 ? { [keyword]: distinct } : only];
    }),
  );
}

/** The parts of a schema that has only this keyword. */
function flat(keyword: string, schema: Json | readonly Json[]): readonly Json[] {
  if (!isJson(schema)) return schema;
  const parts = schema[keyword];
  const hasOthers = Object.keys(schema).length > 1;
  return hasOthers || !Array.isArray(parts) ? [schema] : (parts as readonly Json[]);
}

/** Whether an alternative can be an object: a query or a form always is one. */
function isObject(part: unknown, components: Components): boolean {
  if (!isJson(part)) return part === true;
  const { type = 'object', not } = components.resolve(part);
  const isNever = isJson(not) && Object.keys(not).length === 0;
  return !isNever && [type].flat().includes('object');
}
