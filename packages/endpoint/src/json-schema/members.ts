import type { JsonSchema } from './json-schema.js';
import { namesOf, propertiesOf, unionOf } from './shape.js';

/** The schemas of the members of an object. */
export interface Members {
  readonly named: ReadonlyMap<string, unknown>;

  /** Returns the schema of an unnamed member, or `null` if it is not accepted; `null` if no unnamed member is. */
  readonly others: ((name: string) => unknown) | null;
}

/** Accepts nothing, so that an alternative without a member has no effect on its schema. */
const NEVER: JsonSchema = { enum: [] };

/** Returns the members of alternative object schemas; a member that several have must match one of them. */
export function membersOf(objects: readonly JsonSchema[]): Members {
  const named = new Map<string, unknown>();
  for (const name of objects.flatMap((object) => Object.keys(propertiesOf(object)))) {
    const schemas = objects.map((object) => {
      const properties = propertiesOf(object);
      return Object.hasOwn(properties, name)
        ? properties[name]
        : (othersOf(object)?.(name) ?? NEVER);
    });
    named.set(name, unionOf(schemas));
  }
  const open = objects.map(othersOf).filter((others) => others !== null);
  const [only] = open;
  return { named, others: only === undefined || open.length === 1 ? (only ?? null) : anyOf(open) };
}

/** Returns one schema per set of alternatives, not per name: results are cached, and clients choose the names. */
function anyOf(open: readonly Others[]): Others {
  const known: { readonly schemas: readonly unknown[]; readonly all: unknown }[] = [];
  return (name) => {
    const schemas = open.map((others) => others(name)).filter((schema) => schema !== null);
    const same = known.find(
      (each) =>
        each.schemas.length === schemas.length &&
        each.schemas.every((one, at) => one === schemas[at]),
    );
    if (same !== undefined) return same.all;
    const all = schemas.length === 0 ? null : unionOf(schemas);
    known.push({ schemas, all });
    return all;
  };
}

type Others = (name: string) => unknown;

function othersOf(object: JsonSchema): Others | null {
  const { additionalProperties = false, patternProperties } = object;
  const rest =
    additionalProperties === false || namesOf(object) !== null ? null : additionalProperties;
  const patterns = Object.entries(Object(patternProperties) as JsonSchema).map(
    ([source, schema]) => [patternOf(source), schema] as const,
  );
  if (patterns.length === 0) return rest === null ? null : () => rest;
  return (name) => {
    const found = patterns.find(([pattern]) => pattern.test(name));
    return found === undefined ? rest : found[1];
  };
}

/** JSON Schema 2020-12 6.4 requires Unicode mode, but libraries also write sources of expressions without that flag. */
function patternOf(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}
