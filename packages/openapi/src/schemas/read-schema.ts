import { memberOf } from '@mortise/base';
import type { Schema } from '@mortise/contract';
import type { EndpointSettings } from '@mortise/endpoint';
import { OpenApiError } from '../openapi-error.js';
import { isJson, type Json } from './json.js';

/** Whether to describe the values that a schema accepts, or those that it returns. */
export type Direction = 'input' | 'output';

/** Options of {@link readSchema}. */
export interface ReadSchemaOptions {
  /** The endpoint's option; `null` if it is not set. */
  readonly jsonSchema: EndpointSettings['jsonSchema'];

  /** Whether a schema that cannot be described becomes `{}`. */
  readonly allowsUnknown: boolean;
}

/**
 * Describes a schema as JSON Schema 2020-12.
 *
 * @param place the route and the part, for errors
 * @returns `{}` for a schema that accepts any value
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
    const read = (): unknown => converter[direction]({ target: 'draft-2020-12', libraryOptions });
    const json = read();
    if (!isJson(json)) return {};
    if (hasDefault(json)) omitMadeUpDefaults(json, read());
    return json;
  } catch (cause) {
    throw OpenApiError.unknownSchema(place, vendor, direction, cause);
  }
}

/** Makes zod and valibot accept what JSON Schema cannot represent. Each library ignores the options of the others. */
const LENIENT = { unrepresentable: 'any', errorMode: 'ignore' };

/**
 * Makes all libraries throw for what JSON Schema cannot represent. zod and valibot do so by default, valibot even for
 * what exists only in types, unless it is in `ignoreActions`. arktype throws if `fallback` does.
 */
const STRICT = {
  ignoreActions: ['brand', 'flavor', 'readonly'],
  fallback: ({ code }: { readonly code?: unknown }): never => {
    throw new Error(`${String(code)} cannot be represented in JSON Schema`);
  },
};

function hasDefault(json: Json): boolean {
  return JSON.stringify(json).includes('"default":');
}

/** Keywords that contain schemas by name. */
const BY_NAME: readonly string[] = ['$defs', 'patternProperties', 'properties'];

/** Removes defaults that a function creates, such as ids and times: a request would get other values. */
function omitMadeUpDefaults(json: unknown, again: unknown, areKeywords = true): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, part] of Object.entries(json)) {
    const other = memberOf(again, name);
    const isKeyword = areKeywords && !Array.isArray(json);
    if (isKeyword && name === 'default') {
      if (JSON.stringify(part) !== JSON.stringify(other)) Reflect.deleteProperty(json, name);
    } else omitMadeUpDefaults(part, other, !isKeyword || !BY_NAME.includes(name));
  }
}
