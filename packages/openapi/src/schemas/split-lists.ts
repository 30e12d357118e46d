import type { Components } from './components.js';
import { isJson, type Json } from './json.js';
import { typeOf } from './type-of.js';

/** A schema, divided by what a form can contain under one name. */
export interface SplitLists {
  /** The alternatives that are not lists; `null` if all are. */
  readonly single: Json | null;
  /** The alternatives that are lists; `null` if none is. */
  readonly list: Json | null;
}

/** Divides a schema into its lists and its other alternatives. */
export function splitLists(schema: Json, components: Components): SplitLists {
  if (typeOf(schema, components) === 'array') return { single: null, list: schema };
  const alternatives = alternativesOf(schema, components, new Set());
  const isList = (part: Json): boolean => typeOf(part, components) === 'array';
  const lists = alternatives.filter(isList);
  if (lists.length === 0) return { single: schema, list: null };
  const { description } = components.resolve(schema);
  const joined = (parts: readonly Json[]): Json => ({
    ...(description !== undefined && { description }),
    ...(parts.length === 1 ? parts[0] : { anyOf: parts }),
  });
  return { single: joined(alternatives.filter((part) => !isList(part))), list: joined(lists) };
}

/** Returns the alternatives of a schema, without those that contain others. */
function alternativesOf(
  schema: Json,
  components: Components,
  open: ReadonlySet<Json>,
): readonly Json[] {
  const json = components.resolve(schema);
  if (open.has(json)) return [];
  const inner = new Set(open).add(json);
  const list = json['anyOf'] ?? json['oneOf'];
  if (Array.isArray(list))
    return list.filter(isJson).flatMap((part) => alternativesOf(part, components, inner));
  const { type } = json;
  return Array.isArray(type) ? type.map((each: unknown) => ({ ...json, type: each })) : [schema];
}
