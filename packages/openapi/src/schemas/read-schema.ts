import type { Schema } from '@mortise/contract';
import type { EndpointSettings } from '@mortise/endpoint';
import { OpenApiError } from '../openapi-error.js';
import { isJson, type Json, mapJson } from './json.js';

/** Whether a schema is described by what it accepts, or by what it returns. */
export type Direction = 'input' | 'output';

/** How schemas are described. */
export interface ReadSchemaOptions {
  /** The option of the endpoint; `null` for none. */
  readonly jsonSchema: EndpointSettings['jsonSchema'];

  /** Whether a schema without a description is `{}`. */
  readonly allowsUnknown: boolean;
}

/** Bounds that libraries add to integers, since JSON numbers are exact up to there. */
const BOUND = Number.MAX_SAFE_INTEGER;

/**
 * Describes a schema as JSON Schema 2020-12, without what only its library needs: the bounds of safe integers, and in
 * responses `additionalProperties: false`, since they can grow.
 *
 * @param place for errors: route and part
 * @throws {OpenApiError} `SCHEMA_UNKNOWN`
 */
export function readSchema(
  schema: Schema,
  direction: Direction,
  place: string,
  options: ReadSchemaOptions,
): Json {
  const cleaned = mapJson(converted(schema, direction, place, options), (object) => {
    const kept = { ...object };
    delete kept['$schema'];
    if (kept['minimum'] === -BOUND) delete kept['minimum'];
    if (kept['maximum'] === BOUND) delete kept['maximum'];
    if (direction === 'output' && kept['additionalProperties'] === false) {
      delete kept['additionalProperties'];
    }
    return kept;
  });
  return isJson(cleaned) ? cleaned : {};
}

function converted(
  schema: Schema,
  direction: Direction,
  place: string,
  { jsonSchema, allowsUnknown }: ReadSchemaOptions,
): unknown {
  const { jsonSchema: converter, vendor } = schema['~standard'];
  const own = jsonSchema?.(schema, direction);
  if (own !== undefined && own !== null) return own;
  if (converter === undefined && allowsUnknown) return {};
  try {
    if (converter === undefined) throw new Error('the library does not offer it');
    const libraryOptions = allowsUnknown ? LENIENT : STRICT;
    return converter[direction]({ target: 'draft-2020-12', libraryOptions });
  } catch (cause) {
    throw OpenApiError.unknownSchema(place, vendor, cause);
  }
}

/** Each library ignores the options of the others. */
const LENIENT = { unrepresentable: 'any', errorMode: 'ignore' };

/** zod and valibot throw by default; arktype does where this function throws. */
const STRICT = {
  fallback: ({ code }: { readonly code?: unknown }): never => {
    throw new Error(`${String(code)} cannot be represented in JSON Schema`);
  },
};
