/**
 * A schema from any library that implements Standard Schema 1.1. The types are copied, as the specification suggests,
 * to avoid a dependency.
 *
 * @see https://standardschema.dev
 */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': SchemaProps<Input, Output>;
}

/**
 * What the compiler requires of a schema in a description. It has fewer members than {@link Schema}, so that the
 * compiler does not compare every member of every schema; `endpoint` checks the rest at run time.
 */
export interface AnySchema {
  readonly '~standard': unknown;
}

/** The members of a schema under `~standard`. */
export interface SchemaProps<Input, Output> {
  readonly version: 1;

  /** The name of the library. */
  readonly vendor: string;

  /** Validates a value. Returns the transformed value or the issues; a promise if the schema is asynchronous. */
  readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;

  /** Exists only at compile time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;

  /** Standard JSON Schema 1.0. Absent in libraries that cannot describe their schemas. */
  readonly jsonSchema?: JsonSchemaConverter | undefined;
}

/** Converts a schema to JSON Schema. Both functions throw if a part of the schema cannot be represented. */
export interface JsonSchemaConverter {
  /** Describes what the schema accepts. */
  readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;

  /** Describes what the schema returns. */
  readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
}

/** Options for converting a schema to JSON Schema. */
export interface JsonSchemaOptions {
  /** The JSON Schema dialect. */
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | (string & {});

  /** Options specific to a library. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** The result of validating a value: the transformed value, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A reason why a value is invalid. */
export interface SchemaIssue {
  readonly message: string;

  /** The keys that lead from the whole value to the invalid part; absent or empty for the whole value. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema accepts. */
export type InputOf<S> = S extends TypedSchema ? (S['~standard']['types'] & {})['input'] : never;

/** What a schema returns. */
export type OutputOf<S> = S extends TypedSchema ? (S['~standard']['types'] & {})['output'] : never;

/** The cheapest constraint for the compiler: it needs no `infer`, and no other members of a schema. */
interface TypedSchema {
  readonly '~standard': { readonly types?: SchemaTypes | undefined };
}

interface SchemaTypes {
  readonly input: unknown;
  readonly output: unknown;
}

/** Whether a value is a schema: an object, or a function as in arktype, with `~standard`. */
export function isSchema(value: unknown): value is Schema {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as Partial<Schema>)['~standard']?.validate === 'function'
  );
}

/** Validates a value with a particular schema; returns a promise if the schema is asynchronous. */
export type Validator<Output = unknown> = (
  value: unknown,
) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
