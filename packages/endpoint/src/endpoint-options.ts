import { boolean, callable, optional, options, or, rule } from '@mortise/base/options';
import {
  type JsonSchema,
  type JsonSchemaSource,
  standardJsonSchema,
} from './json-schema/json-schema.js';
import type { Schema } from '@mortise/contract';

/** Options of `endpoints`. */
export interface EndpointsOptions {
  /**
   * Whether response content is validated before it is sent. Default `true`. If `false`, members that are not in the
   * schema are still omitted, but values are not transformed.
   */
  readonly checkResponses?: boolean | undefined;

  /** The response status for a request with invalid values. Default 422. */
  readonly status?: 422 | 400 | undefined;

  /**
   * Returns the JSON Schema of what a schema accepts (`'input'`) or returns (`'output'`), or `null` if there is none.
   * Needed for libraries that do not implement Standard JSON Schema; called for every schema. Default: the schema's own
   * description.
   */
  readonly jsonSchema?: ((schema: Schema, io: 'input' | 'output') => JsonSchema | null) | undefined;
}

/** The resolved options of an endpoint, with defaults applied. */
export interface EndpointSettings {
  readonly checkResponses: boolean;
  readonly status: 422 | 400;

  /** `null` if the option is not set. */
  readonly jsonSchema: EndpointsOptions['jsonSchema'] | null;
}

const declared = options<EndpointsOptions>()('endpoints', {
  checkResponses: or(boolean, true),
  status: or(
    rule<422 | 400>((status) => status === 422 || status === 400, '422 or 400'),
    422,
  ),
  jsonSchema: optional(callable),
});

/** @throws {OptionError} `OPTION_INVALID` */
export function resolveSettings(given: EndpointsOptions): EndpointSettings {
  const { jsonSchema = null, ...checked } = declared(given);
  return { ...checked, jsonSchema };
}

/** Returns the function that describes the endpoint's schemas as JSON Schema. */
export function jsonSchemaSource({ jsonSchema }: EndpointSettings): JsonSchemaSource {
  return jsonSchema ?? standardJsonSchema;
}
