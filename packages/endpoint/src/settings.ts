import { checks } from './endpoint-option-error.js';
import {
  type JsonSchema,
  type JsonSchemaSource,
  standardJsonSchema,
} from './json-schema/json-schema.js';
import type { Schema } from '@mortise/contract';

/** Options of `endpoints`. */
export interface EndpointsOptions {
  /**
   * Whether content is validated before it is sent. Default `true`. If `false`, members that the schema does not name
   * are still omitted, but nothing is transformed.
   */
  readonly checkResponses?: boolean;

  /** The status of a request with invalid values. Default 422. */
  readonly status?: 422 | 400;

  /**
   * Describes schemas whose library does not implement Standard JSON Schema. Default: the description of the schema
   * itself. Return `null` for a schema without a description.
   */
  readonly jsonSchema?: (schema: Schema, io: 'input' | 'output') => JsonSchema | null;
}

/** The resolved options of an endpoint: defaults applied. */
export interface EndpointSettings {
  readonly checkResponses: boolean;
  readonly status: 422 | 400;

  /** The option; `null` if it was not set. */
  readonly jsonSchema: EndpointsOptions['jsonSchema'] | null;
}

const NAMES = { checkResponses: 0, status: 0, jsonSchema: 0 } satisfies Record<
  keyof EndpointsOptions,
  0
>;

/** @throws {EndpointOptionError} */
export function resolveSettings(options: EndpointsOptions): EndpointSettings {
  checks.names(options, NAMES);
  const { checkResponses = true, status = 422, jsonSchema = null } = options;
  checks.boolean('checkResponses', checkResponses);
  checks.that([422, 400].includes(status), 'status', status, '422 or 400');
  if (jsonSchema !== null) checks.callable('jsonSchema', jsonSchema);
  return { checkResponses, status, jsonSchema };
}

/** How the schemas of an endpoint are described while it runs. */
export function jsonSchemaSource({ jsonSchema }: EndpointSettings): JsonSchemaSource {
  return jsonSchema ?? standardJsonSchema;
}
