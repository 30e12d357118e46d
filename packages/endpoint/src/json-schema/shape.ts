import type { JsonSchema } from './json-schema.js';
import { resolveReference } from '@mortise/contract';

/** A type of JSON values; `any` if a schema does not specify one. */
export type Kind =
  | 'any'
  | 'array'
  | 'boolean'
  | 'integer'
  | 'null'
  | 'number'
  | 'object'
  | 'string';

/** What a schema accepts, with references, unions and intersections resolved. */
export interface Shape {
  readonly kinds: ReadonlySet<Kind>;

  /** The object schemas among the alternatives. */
  readonly objects: readonly JsonSchema[];

  /** The array schemas among the alternatives. */
  readonly arrays: readonly JsonSchema[];

  /** The only strings that are accepted, besides values of other types; `null` if any string may be. */
  readonly texts: ReadonlySet<unknown> | null;

  /** Whether the empty string may be accepted. */
  readonly takesEmptyText: boolean;
}

/**
 * Returns the shape of a schema, one level deep. An unresolvable or circular reference is `any`.
 *
 * @param root the schema in which references are resolved
 */
export function shapeOf(schema: unknown, root: JsonSchema): Shape {
  const kinds = new Set<Kind>();
  const objects: JsonSchema[] = [];
  const arrays: JsonSchema[] = [];
  const texts: unknown[] = [];
  let listsTexts = true;
  let takesEmptyText = false;
  for (const branch of branchesOf(schema, root, new Set())) {
    for (const kind of kindsOf(branch)) {
      kinds.add(kind);
      if (kind === 'object') objects.push(branch);
      if (kind === 'array') arrays.push(branch);
      takesEmptyText ||= kind === 'any';
      if (kind !== 'string') continue;
      takesEmptyText ||= acceptsEmptyText(branch);
      const values = valuesOf(branch);
      texts.push(...(values ?? []));
      listsTexts &&= values !== null;
    }
  }
  return { kinds, objects, arrays, texts: listsTexts ? new Set(texts) : null, takesEmptyText };
}

/** Formats that the empty string never has. */
const NEVER_EMPTY = new Set([
  ...['date', 'date-time', 'duration', 'email', 'hostname', 'idn-email', 'idn-hostname', 'ipv4'],
  ...['ipv6', 'iri', 'time', 'uri', 'uuid'],
]);

/** Whether a string schema can accept `''`, according to its length, pattern, format and values. */
function acceptsEmptyText(schema: JsonSchema): boolean {
  const { minLength = 0, pattern, format } = schema;
  if (Number(minLength) > 0 || NEVER_EMPTY.has(String(format))) return false;
  if (typeof pattern === 'string' && !matchesEmpty(pattern)) return false;
  return valuesOf(schema)?.includes('') ?? true;
}

function matchesEmpty(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test('');
  } catch {
    return true;
  }
}

/** Returns the named members of an object schema, including the keys that a record lists. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const { properties, additionalProperties = {} } = schema;
  const own = isObject(properties) ? properties : {};
  const names = namesOf(schema)?.filter((name) => !Object.hasOwn(own, name)) ?? [];
  return names.length === 0
    ? own
    : { ...own, ...Object.fromEntries(names.map((name) => [name, additionalProperties])) };
}

/** Returns the only names that members can have; `null` if the schema does not list them. */
export function namesOf({ propertyNames }: JsonSchema): readonly string[] | null {
  return isObject(propertyNames) ? (valuesOf(propertyNames)?.map(String) ?? null) : null;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param open the enclosing schemas, to detect circular references */
function branchesOf(
  schema: unknown,
  root: JsonSchema,
  open: ReadonlySet<unknown>,
): readonly JsonSchema[] {
  if (!isObject(schema) || open.has(schema)) return [{}];
  const inner = new Set(open).add(schema);
  const { $ref, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === 'string') return branchesOf(resolveReference($ref, root), root, inner);
  const alternatives = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(alternatives)) {
    return alternatives.flatMap((each) => branchesOf(each, root, inner));
  }
  if (!Array.isArray(allOf)) return [schema];
  const parts = allOf.map((part) => branchesOf(part, root, inner));
  return parts.reduce(
    (left, right) => left.flatMap((one) => right.map((other) => intersection(one, other))),
    [{ ...schema, allOf: undefined }],
  );
}

/** A member that both schemas name must match both, and `required` is combined; other keywords of the second win. */
function intersection(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties: Record<string, unknown> = { ...propertiesOf(one) };
  for (const [name, schema] of Object.entries(propertiesOf(other))) {
    properties[name] = name in properties ? { allOf: [properties[name], schema] } : schema;
  }
  const named = Object.keys(properties).length > 0;
  const required = [one, other].flatMap((each) => each['required'] ?? []);
  return {
    ...one,
    ...other,
    ...(named && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function kindsOf(schema: JsonSchema): readonly Kind[] {
  const { type } = schema;
  if (typeof type === 'string') return [type as Kind];
  if (Array.isArray(type)) return type as Kind[];
  const values = valuesOf(schema);
  if (values !== null) return values.map(kindOf);
  if ('properties' in schema) return ['object'];
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : ['any'];
}

/** Returns the values that a schema, or all its alternatives, list; `null` if other values are possible. */
export function valuesOf(schema: JsonSchema): readonly unknown[] | null {
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'] as readonly unknown[];
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(alternatives)) return null;
  const all = alternatives.map((each) => (isObject(each) ? valuesOf(each) : null));
  return all.includes(null) ? null : all.flatMap((values) => values ?? []);
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}

/** Returns a schema that accepts every value that one of the schemas accepts. */
export function unionOf(schemas: readonly unknown[]): unknown {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}
