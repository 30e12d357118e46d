import { isJson, type Json } from './json.js';
import type { Direction } from './read-schema.js';

/** Bounds that libraries add to integers, because JSON numbers are exact up to these. */
const BOUND = Number.MAX_SAFE_INTEGER;

/**
 * Copies a JSON Schema without what only its library needs: the bounds of safe integers, and in responses
 * `additionalProperties: false`, since they can grow.
 *
 * @param references receives every object of the copy that refers to another
 */
export function copySchema(schema: Json, direction: Direction, references: Json[]): Json {
  const copyOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copyOf);
    if (!isJson(value)) return value;
    const copy: Json = {};
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (typeof member !== 'object' && isNoise(name, member, direction)) continue;
      if (name !== '__proto__') copy[name] = copyOf(member);
    }
    if (typeof copy['$ref'] === 'string') references.push(copy);
    return copy;
  };
  return copyOf(schema) as Json;
}

function isNoise(name: string, value: unknown, direction: Direction): boolean {
  return (
    name === '$schema' ||
    (name === 'minimum' && value === -BOUND) ||
    (name === 'maximum' && value === BOUND) ||
    (name === 'additionalProperties' && value === false && direction === 'output')
  );
}
