import type { JsonSchemaOptions, Schema } from '@mortise/contract';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of a schema.
 *
 * @param io `input`: what the schema accepts; `output`: what it returns
 * @returns `null` if there is none: input is then not coerced, and no members of responses are removed
 */
export type JsonSchemaSource = (schema: Schema, io: 'input' | 'output') => JsonSchema | null;

/** Converts parts that JSON Schema cannot describe to `{}`. Each library ignores the options of the others. */
const OPTIONS: JsonSchemaOptions = {
  target: 'draft-2020-12',
  libraryOptions: { unrepresentable: 'any', errorMode: 'ignore' },
};

/** Uses Standard JSON Schema; `null` if the library does not implement it, or fails. */
export const standardJsonSchema: JsonSchemaSource = (schema, io) => {
  try {
    return schema['~standard'].jsonSchema?.[io](OPTIONS) ?? null;
  } catch {
    return null;
  }
};
