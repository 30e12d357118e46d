import { isJson, type Json } from './json.js';
import type { Direction } from './read-schema.js';

/** Bounds that libraries add to integers, because JSON numbers are exact up to these. */
const BOUND = Number.MAX_SAFE_INTEGER;

/** Keywords whose members are schemas by name: a member can have the name of a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Keywords whose values are data, in which no name is a keyword. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Names that references can use, and `id` of zod; the document refers by the names of its components. */
const NAMES: ReadonlySet<string> = new Set(['$anchor', '$id', '$schema', 'id']);

/**
 * Copies a JSON Schema without what only its library needs: the bounds of safe integers and names for references; in
 * responses `additionalProperties: false`, since they can grow.
 *
 * A pattern that is not a regular expression with the flag `u`, as JSON Schema requires, is omitted. A list of no values is
 * `not: {}`: an `enum` has at least one.
 *
 * `readOnly` is omitted in requests and `writeOnly` in responses: there it would forbid what the server expects, or sends.
 *
 * @param references receives every object of the copy that refers to another
 */
export function copySchema(schema: Json, direction: Direction, references: Json[]): Json {
  const copyOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copyOf);
    if (!isJson(value)) return value;
    const copy = mapped(value, (name, member) => {
      if (DATA.has(name)) return dataOf(member);
      return MAPS.has(name) && isJson(member)
        ? mapped(member, (_, each) => copyOf(each))
        : copyOf(member);
    });
    for (const [name, member] of Object.entries(copy)) {
      if (isNoise(name, member, direction)) Reflect.deleteProperty(copy, name);
    }
    correct(copy);
    if (typeof copy['$ref'] === 'string') references.push(copy);
    return copy;
  };
  return copyOf(schema) as Json;
}

/** Replaces what libraries write and JSON Schema does not have. */
function correct(copy: Json): void {
  const { enum: values, pattern, patternProperties: patterns } = copy;
  if (Array.isArray(values) && values.length === 0) {
    Reflect.deleteProperty(copy, 'enum');
    copy['not'] = {};
  }
  if (typeof pattern === 'string' && !isPattern(pattern)) Reflect.deleteProperty(copy, 'pattern');
  const unreadable = isJson(patterns) ? Object.keys(patterns).filter((key) => !isPattern(key)) : [];
  for (const key of unreadable) Reflect.deleteProperty(patterns as Json, key);
  // It would hold for the names of an omitted pattern too.
  if (unreadable.length > 0) Reflect.deleteProperty(copy, 'additionalProperties');
}

/** @see JSON Schema 2020-12 6.3.3 */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function dataOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dataOf);
  return isJson(value) ? mapped(value, (_, member) => dataOf(member)) : value;
}

/** Copies an object, except for a member that would set the prototype of the copy. */
function mapped(value: Json, copyOf: (name: string, member: unknown) => unknown): Json {
  const copy: Json = {};
  for (const name of Object.keys(value)) {
    if (name !== '__proto__') copy[name] = copyOf(name, value[name]);
  }
  return copy;
}

function isNoise(name: string, value: unknown, direction: Direction): boolean {
  return (
    (NAMES.has(name) && typeof value === 'string') ||
    (name === 'minimum' && value === -BOUND) ||
    (name === 'maximum' && value === BOUND) ||
    (name === 'additionalProperties' && value === false && direction === 'output') ||
    (name === (direction === 'input' ? 'readOnly' : 'writeOnly') && typeof value === 'boolean')
  );
}
