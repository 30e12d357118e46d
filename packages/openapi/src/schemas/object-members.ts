import type { Components } from './components.js';
import { isJson, type Json } from './json.js';

/** The members of an object's schema. */
export interface ObjectMembers {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: ReadonlySet<string>;

  /** Whether it accepts members that it does not name. */
  readonly isOpen: boolean;
}

/**
 * Reads the members of an object schema. Of alternatives, it reads all members; those that all alternatives require
 * are required.
 */
export function objectMembers(schema: Json, components: Components): ObjectMembers {
  const json = components.resolve(schema);
  const { anyOf, oneOf, allOf } = json;
  const own = ownMembers(json);
  if ((anyOf ?? oneOf ?? allOf) === undefined) return own;
  const parts = (list: unknown): ObjectMembers[] =>
    Array.isArray(list) ? list.filter(isJson).map((part) => objectMembers(part, components)) : [];
  const all = [own, ...parts(allOf)];
  const alternatives = parts(anyOf ?? oneOf);
  const required = new Set(all.flatMap((part) => [...part.required]));
  const [first, ...others] = alternatives;
  for (const name of first?.required ?? []) {
    if (others.every((other) => other.required.has(name))) required.add(name);
  }
  const everything = [...all, ...alternatives];
  return {
    properties: Object.assign({}, ...everything.map((part) => part.properties)) as Record<
      string,
      Json
    >,
    required,
    isOpen: everything.some((part) => part.isOpen),
  };
}

function ownMembers({ properties, required, additionalProperties }: Json): ObjectMembers {
  const named = isJson(properties) ? Object.entries(properties) : [];
  return {
    properties: Object.fromEntries(named.map(([name, part]) => [name, isJson(part) ? part : {}])),
    required: new Set(Array.isArray(required) ? (required as string[]) : []),
    isOpen: additionalProperties === true || isJson(additionalProperties),
  };
}
