import type { Schema } from '@mortise/contract';
import type { EndpointSettings } from '@mortise/endpoint';
import { OpenApiError } from '../openapi-error.js';
import { isJson, type Json } from './json.js';

/** Whether the description of a schema is of the values that it accepts, or of those that it returns. */
export type Direction = 'input' | 'output';

/** How schemas are described. */
export interface ReadSchemaOptions {
  /** The option of the endpoint; `null` for none. */
  readonly jsonSchema: EndpointSettings['jsonSchema'];

  /** Whether a schema without a description is `{}`. */
  readonly allowsUnknown: boolean;
}

/**
 * Describes a schema as JSON Schema 2020-12.
 *
 * @param place for errors: route and part
 * @returns `{}` for a schema that accepts anything
 * @throws {OpenApiError} `SCHEMA_UNKNOWN`
 */
export function readSchema(
  schema: Schema,
  direction: Direction,
  place: string,
  { jsonSchema, allowsUnknown }: ReadSchemaOptions,
): Json {
  const { jsonSchema: converter, vendor } = schema['~standard'];
  const own = jsonSchema?.(schema, direction);
  if (isJson(own)) return own;
  if (converter === undefined && allowsUnknown) return {};
  try {
    if (converter === undefined) throw new Error('the library does not provide it');
    const libraryOptions = allowsUnknown ? LENIENT : STRICT;
    const json: unknown = converter[direction]({ target: 'draft-2020-12', libraryOptions });
    return isJson(json) ? json : {};
  } catch (cause) {
    throw OpenApiError.unknownSchema(place, vendor, cause);
  }
}

/** Each library ignores the options of the others. */
const LENIENT = { unrepresentable: 'any', errorMode: 'ignore' };

/** zod and valibot throw by default, valibot for what only types have too; arktype does where this function throws. */
const STRICT = {
  ignoreActions: ['brand', 'flavor', 'readonly'],
  fallback: ({ code }: { readonly code?: unknown }): never => {
    throw new Error(`${String(code)} cannot be represented in JSON Schema`);
  },
};
