import { EndpointError } from './endpoint-error.js';
import {
  type JsonSchema,
  type JsonSchemaSource,
  standardJsonSchema,
} from './json-schema/json-schema.js';
import type { Schema } from '@mortise/contract';

/** Options of `endpoints`. */
export interface EndpointsOptions {
  /**
   * Whether content is validated before it is sent. Default `true`. With `false`, members that the schema does
   * not name are still omitted, but nothing is transformed.
   */
  readonly checkResponses?: boolean;

  /** The status of a request with values that do not fit. Default 422. */
  readonly status?: 422 | 400;

  /**
   * Describes schemas whose library does not implement Standard JSON Schema. Default: what the schema itself
   * offers. `null` for a schema that stays without a description.
   */
  readonly jsonSchema?: (schema: Schema, io: 'input' | 'output') => JsonSchema | null;
}

/** The resolved options of an endpoint: defaults applied. */
export interface EndpointSettings {
  readonly checkResponses: boolean;
  readonly status: 422 | 400;

  /** The option; `null` if it was not given. */
  readonly jsonSchema: EndpointsOptions['jsonSchema'] | null;
}

const NAMES = ['checkResponses', 'status', 'jsonSchema'];

/** @throws {EndpointError} `OPTION_INVALID` */
export function resolveSettings(options: EndpointsOptions): EndpointSettings {
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name)) throw EndpointError.unknownOption(name, NAMES);
  }
  const { checkResponses = true, status = 422, jsonSchema = null } = options;
  if (typeof checkResponses !== 'boolean') {
    throw EndpointError.option('checkResponses', checkResponses, 'true or false');
  }
  if (![422, 400].includes(status)) throw EndpointError.option('status', status, '422 or 400');
  if (jsonSchema !== null && typeof jsonSchema !== 'function') {
    throw EndpointError.option('jsonSchema', jsonSchema, 'a function (schema, io)');
  }
  return { checkResponses, status, jsonSchema };
}

/** How the schemas of an endpoint are described while it runs. */
export function jsonSchemaSource({ jsonSchema }: EndpointSettings): JsonSchemaSource {
  return jsonSchema ?? standardJsonSchema;
}
