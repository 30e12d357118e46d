/**
 * A schema of any library that implements Standard Schema 1.1. The types are copied, as the specification suggests, to
 * avoid a dependency.
 *
 * @see https://standardschema.dev
 */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': SchemaProps<Input, Output>;
}

/**
 * What the compiler requires of a schema in a description. It is not {@link Schema}, so that the compiler does not compare
 * each member of each schema. `endpoint` checks the rest when it is called.
 */
export interface AnySchema {
  readonly '~standard': unknown;
}

/** The members of a schema under `~standard`. */
export interface SchemaProps<Input, Output> {
  readonly version: 1;

  /** The name of the library. */
  readonly vendor: string;

  /** Validates a value and returns the transformed value or the issues; a promise for an asynchronous schema. */
  readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;

  /** Exists only in the types. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;

  /** Standard JSON Schema 1.0. Absent in libraries that cannot describe their schemas. */
  readonly jsonSchema?: JsonSchemaConverter | undefined;
}

/** Describes a schema as JSON Schema. Both members throw if a part has no description. */
export interface JsonSchemaConverter {
  /** Describes what the schema accepts. */
  readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;

  /** Describes what the schema returns. */
  readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
}

/** How a schema is described. */
export interface JsonSchemaOptions {
  /** The dialect. */
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | (string & {});

  /** Options of one library. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** The result of validating a value: the transformed value, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One reason why a value is invalid. */
export interface SchemaIssue {
  readonly message: string;

  /** The keys that lead from the whole value to the invalid part; absent or empty for the whole value. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema accepts. */
export type InputOf<S> = S extends TypedSchema ? (S['~standard']['types'] & {})['input'] : never;

/** What a schema returns. */
export type OutputOf<S> = S extends TypedSchema ? (S['~standard']['types'] & {})['output'] : never;

/** The cheapest check for the compiler: it reads neither `infer` nor the other members of a schema. */
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

/** Validates a value with one schema; returns a promise if the schema is asynchronous. */
export type Validator<Output = unknown> = (
  value: unknown,
) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
