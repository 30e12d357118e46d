import type { SchemaIssue } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';
import { itemsOf } from '../json-schema/items.js';
import { membersOf } from '../json-schema/members.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { shapeOf } from '../json-schema/shape.js';
import { repeatedNames } from './repeated-names.js';

/** The query parameters of a request. */
export interface QueryRead {
  readonly query: Readonly<Record<string, unknown>>;

  /** One issue for each repeated name whose schema does not accept a list. */
  readonly issues: readonly SchemaIssue[];
}

const NONE: readonly SchemaIssue[] = [];

/**
 * Creates a function that reads the query parameters. A repeated name (`a=1&a=2`) gets all its values if its schema
 * accepts a list, at any depth (`a[b]=1&a[b]=2`); PHP would keep only the last. Names that the schema does not describe
 * are read as in PHP.
 *
 * @param schema `null` if it is unknown
 */
export function queryReader(
  schema: JsonSchema | null,
): (request: ServerRequestInterface) => QueryRead {
  return (request) => {
    const query = request.getQueryParams();
    const repeated = schema === null ? null : repeatedNames(request.getUri().getQuery());
    if (schema === null || repeated === null) return { query, issues: NONE };
    let read = query;
    const issues: SchemaIssue[] = [];
    for (const { path, values } of repeated) {
      // Skips the name if middleware has replaced its value.
      const kept = valueAt(query, path);
      if ((Array.isArray(kept) ? kept.at(-1) : kept) !== values.at(-1)) continue;
      const accepts = acceptsList(schema, path);
      if (accepts === true) read = withValue(read, path, values) as typeof query;
      if (accepts !== false) continue;
      const message = `repeated name: received ${values.length} values; expected one`;
      issues.push({ path, message });
    }
    return { query: read, issues };
  };
}

/** @returns `null` if the schema does not describe the name */
function acceptsList(schema: JsonSchema, path: readonly string[]): boolean | null {
  let part: unknown = schema;
  for (const name of path) {
    const { objects, arrays, kinds } = shapeOf(part, schema);
    if (kinds.has('any')) return true;
    const { named, others } = membersOf(objects);
    const member = named.get(name) ?? others?.(name) ?? null;
    const item = arrays.length > 0 ? itemsOf<unknown>(arrays, (each) => each)(Number(name)) : null;
    part = member ?? item ?? null;
    if (part === null) return null;
  }
  const { kinds } = shapeOf(part, schema);
  return kinds.has('array') || kinds.has('any');
}

function valueAt(query: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    query,
  );
}

/** Returns a copy with another value at a path. */
function withValue(query: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const source = query as Record<string, unknown>;
  const copy = Array.isArray(source)
    ? ([...source] as unknown as Record<string, unknown>)
    : Object.assign(Object.create(null) as Record<string, unknown>, source);
  copy[name] = withValue(source[name], rest, value);
  return copy;
}
