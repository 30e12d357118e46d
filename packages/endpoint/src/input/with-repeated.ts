import type { RepeatedName } from '@mortise/base/keys';
import type { SchemaIssue } from '@mortise/contract';
import { itemsOf } from '../json-schema/items.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { membersOf } from '../json-schema/members.js';
import { shapeOf } from '../json-schema/shape.js';

/** A query or form with the values of its repeated names. */
export interface FormRead {
  readonly data: unknown;

  /** One issue for each repeated name that does not accept a list. */
  readonly issues: readonly SchemaIssue[];
}

/**
 * Gives each repeated name (`a=1&a=2`) all its values where a list is accepted, at any depth (`a[b]=1&a[b]=2`); PHP would
 * keep only the last. Names that are not described keep the last value. Never modifies the data.
 *
 * @param accepts whether a name accepts a list; `null` if it is not described
 */
export function withRepeated(
  data: unknown,
  repeated: readonly RepeatedName<unknown>[],
  accepts: (path: readonly string[]) => boolean | null,
): FormRead {
  let read = data;
  const issues: SchemaIssue[] = [];
  for (const { path, values } of repeated) {
    // Skips the name if middleware has replaced its value.
    const kept = valueAt(data, path);
    if ((Array.isArray(kept) ? kept.at(-1) : kept) !== values.at(-1)) continue;
    const isList = accepts(path);
    if (isList === true) read = withValue(read, path, values);
    if (isList !== false) continue;
    const message = `The name has ${values.length} values; expected one.`;
    issues.push({ path, message });
  }
  return { data: read, issues };
}

/**
 * Whether the schema of a part accepts a list for a name.
 *
 * @returns `null` if the schema does not describe the name
 */
export function acceptsList(schema: JsonSchema, path: readonly string[]): boolean | null {
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

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    data,
  );
}

/** Returns a copy with another value at a path. */
function withValue(data: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const source = data as Record<string, unknown>;
  const copy = Array.isArray(source)
    ? ([...source] as unknown as Record<string, unknown>)
    : Object.assign(Object.create(null) as Record<string, unknown>, source);
  copy[name] = withValue(source[name], rest, value);
  return copy;
}
