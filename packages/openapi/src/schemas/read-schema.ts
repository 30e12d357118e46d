import { memberOf } from '@mortise/base';
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
    const read = (): unknown => converter[direction]({ target: 'draft-2020-12', libraryOptions });
    const json = read();
    if (!isJson(json)) return {};
    if (hasDefault(json)) omitMadeUpDefaults(json, read());
    return json;
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

function hasDefault(json: Json): boolean {
  return JSON.stringify(json).includes('"default":');
}

/** Members of a schema whose members are schemas by name. */
const BY_NAME: readonly string[] = ['$defs', 'patternProperties', 'properties'];

/** Omits defaults that a function creates, such as ids and times: they are not those that a request gets. */
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
