import { ignoreRejection, isThenable } from '@mortise/base';
import type { Schema, SchemaResult } from './schema.js';
import { validatorOf } from './validator.js';

/** The names that lead to a member. */
export type Path = readonly string[];

/** Members by name. */
export type Fields = Record<string, unknown>;

/** Validates data with a schema: the data itself, and copies in which some members are changed. */
export class TriedData {
  readonly #given: object;
  readonly #call: (value: unknown) => SchemaResult<unknown> | null;
  #result: SchemaResult<unknown> | null | undefined;

  constructor(given: object, schema: Schema) {
    this.#given = given;
    this.#call = (value) => {
      const result = validatorOf(schema)(value);
      if (!isThenable(result)) return result;
      // The result of an asynchronous schema is not used: it can depend on the server.
      ignoreRejection(result);
      return null;
    };
  }

  /** The result for the data itself; `null` if the schema is asynchronous. */
  get result(): SchemaResult<unknown> | null {
    return (this.#result ??= this.without([]));
  }

  /** Returns the result without some members; `null` if the schema is asynchronous. */
  without(paths: readonly Path[]): SchemaResult<unknown> | null {
    return this.with(new Map(paths.map((path) => [path, undefined])));
  }

  /** Returns the result with other values for some members; members with the value `undefined` are removed. */
  with(values: ReadonlyMap<Path, unknown>): SchemaResult<unknown> | null {
    // As on the server, objects have no prototype: otherwise a schema would find `toString` in an empty map.
    const data = bareCopy(this.#given) as Fields;
    for (const [path, value] of values) replace(data, path, value);
    return this.#call(data);
  }
}

/** Makes a shallow copy of a list, or of an object without its inherited members. */
export function copyOf(data: object): Fields {
  if (Array.isArray(data)) return data.slice() as object as Fields;
  return Object.assign(Object.create(null) as Fields, data);
}

function replace(data: Fields, path: Path, value: unknown): void {
  const name = path.at(-1) as string;
  const parent = memberAt(data, path.slice(0, -1)) as Fields;
  if (value === undefined) Reflect.deleteProperty(parent, name);
  else parent[name] = value;
}

/** Returns the value at a path; `undefined` if there is none. */
function memberAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as Fields)[name]
        : undefined,
    data,
  );
}

function bareCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const copy = copyOf(value);
  for (const [name, member] of Object.entries(copy)) copy[name] = bareCopy(member);
  return copy;
}

/** Returns the keys of the paths of a result's issues, see {@link keyOf}. */
export function issueKeys({ issues = [] }: SchemaResult<unknown>): ReadonlySet<string> {
  return new Set(
    issues.map(({ path = [] }) =>
      keyOf(path.map((part) => String(typeof part === 'object' ? part.key : part))),
    ),
  );
}

/** Returns a path as a string. */
export function keyOf(path: Path): string {
  return JSON.stringify(path);
}

/** Whether both results are valid, and a handler would receive the same value. */
export function isEqual(one: SchemaResult<unknown>, other: SchemaResult<unknown>): boolean {
  if (one.issues !== undefined || other.issues !== undefined) return false;
  try {
    return jsonOf(one.value) === jsonOf(other.value);
  } catch {
    return false;
  }
}

/** Whether both results are valid, and a handler would receive the same value at a path. */
export function isEqualAt(
  path: Path,
  one: SchemaResult<unknown>,
  other: SchemaResult<unknown> | null,
): boolean {
  if (one.issues !== undefined || other === null || other.issues !== undefined) return false;
  return isEqual({ value: memberAt(one.value, path) }, { value: memberAt(other.value, path) });
}

function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
}
