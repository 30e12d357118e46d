import { brand, CodedError, quote } from '@mortise/base';

/**
 * Why a document cannot be created:
 *
 * - `ARGUMENT_UNKNOWN`: the `args` schema of a route requires an argument that is not in its pattern
 * - `REFERENCE_UNKNOWN`: a schema's `$ref` points to something that the schema does not contain
 * - `SCHEMA_UNKNOWN`: a schema, or a part of it, has no JSON Schema
 * - `PATH_AMBIGUOUS`: two described routes with the same method have the same path in OpenAPI
 * - `SECURITY_SCHEME_UNKNOWN`: a security requirement names a scheme that is not described
 */
export type OpenApiErrorCode =
  | 'ARGUMENT_UNKNOWN'
  | 'PATH_AMBIGUOUS'
  | 'REFERENCE_UNKNOWN'
  | 'SCHEMA_UNKNOWN'
  | 'SECURITY_SCHEME_UNKNOWN';

/** What to write for a date that a request or a response has. */
const ZOD_DATES = {
  input: 'z.iso.datetime().transform((text) => new Date(text))',
  output: 'z.date().transform((date) => date.toISOString()).pipe(z.iso.datetime())',
};

/** An error in the descriptions of an application. */
export class OpenApiError extends CodedError<OpenApiErrorCode> {
  static {
    brand(this, '@mortise/openapi/OpenApiError');
  }

  /** @param place the route and the part, such as `GET /books, query` */
  static unknownSchema(
    place: string,
    vendor: string,
    direction: 'input' | 'output',
    cause: unknown,
  ): OpenApiError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const way =
      vendor === 'valibot'
        ? 'wrap it in toStandardJsonSchema() from @valibot/to-json-schema'
        : `use a type that JSON has, such as ${vendor === 'zod' ? ZOD_DATES[direction] : 'a string'} for a date`;
    const message = `${place}: this ${vendor} schema cannot be converted to JSON Schema (${reason}); ${way}, set endpoints({ jsonSchema }), or allow it with { onUnknownSchema: 'any' }`;
    return new OpenApiError('SCHEMA_UNKNOWN', message, { cause });
  }

  static unknownReference(place: string, ref: string): OpenApiError {
    const message = `${place}: a schema refers to ${quote(ref)}, which it does not contain; define it in its $defs, and refer to it as #/$defs/NAME`;
    return new OpenApiError('REFERENCE_UNKNOWN', message);
  }

  static unknownArgument(place: string, name: string): OpenApiError {
    const message = `${place}: the schema of args requires "${name}", which the pattern does not have; use the same name in both`;
    return new OpenApiError('ARGUMENT_UNKNOWN', message);
  }

  static ambiguousPath(place: string, other: string): OpenApiError {
    const message = `${place} has the same path in OpenAPI as ${other}; hide one of them with setMetadata(OPENAPI, { hidden: true })`;
    return new OpenApiError('PATH_AMBIGUOUS', message);
  }

  static unknownScheme(place: string, name: string): OpenApiError {
    const message = `${place}: the security scheme "${name}" is not described; add it to { securitySchemes }, or describe() its middleware`;
    return new OpenApiError('SECURITY_SCHEME_UNKNOWN', message);
  }
}
