import { isJson, type Json } from './json.js';
import type { Direction } from './read-schema.js';

/** The bound that libraries add to integers, because JSON numbers are exact only up to it. */
const BOUND = Number.MAX_SAFE_INTEGER;

/** Keywords that contain schemas by name; such a name can equal a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Keywords that contain data, in which names are not keywords. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Names for references, including zod's `id`. The document uses component names instead. */
const NAMES: ReadonlySet<string> = new Set(['$anchor', '$id', '$schema', 'id']);

/**
 * Copies a JSON Schema for a document.
 *
 * - Names for references and the bounds of safe integers are omitted.
 * - In responses, `additionalProperties: false` is omitted, because responses can grow.
 * - `readOnly` is omitted in requests and `writeOnly` in responses, where it would forbid what the server expects or
 *   sends.
 * - A pattern that is not a valid regular expression with the flag `u`, which JSON Schema requires, is omitted.
 * - An empty `enum`, which JSON Schema does not allow, becomes `not: {}`.
 *
 * @param references receives every object in the copy that has a `$ref`
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

/** Replaces what libraries write, but JSON Schema does not allow. */
function correct(copy: Json): void {
  const { enum: values, pattern, patternProperties: patterns } = copy;
  if (Array.isArray(values) && values.length === 0) {
    Reflect.deleteProperty(copy, 'enum');
    copy['not'] = {};
  }
  if (typeof pattern === 'string' && !isPattern(pattern)) Reflect.deleteProperty(copy, 'pattern');
  const unreadable = isJson(patterns) ? Object.keys(patterns).filter((key) => !isPattern(key)) : [];
  for (const key of unreadable) Reflect.deleteProperty(patterns as Json, key);
  // Otherwise it would also apply to names that an omitted pattern matches.
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

/** Copies an object, except `__proto__`, which would set the prototype of the copy. */
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
