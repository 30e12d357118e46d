import type { JsonSchemaOptions, Schema } from '@mortise/contract';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Describes a schema as JSON Schema.
 *
 * @param io `input`: what it accepts; `output`: what it returns
 * @returns `null` if the schema has no description: then input is not coerced, and members of responses are not removed
 */
export type JsonSchemaSource = (schema: Schema, io: 'input' | 'output') => JsonSchema | null;

/** Each library ignores the options of the others: parts without a description become `{}`. */
const OPTIONS: JsonSchemaOptions = {
  target: 'draft-2020-12',
  libraryOptions: { unrepresentable: 'any', errorMode: 'ignore' },
};

/** Reads Standard JSON Schema. `null` if the library has none, or fails. */
export const standardJsonSchema: JsonSchemaSource = (schema, io) => {
  try {
    return schema['~standard'].jsonSchema?.[io](OPTIONS) ?? null;
  } catch {
    return null;
  }
};
