import { buildForm, type FormInputs } from '@mortise/form-encoding';
import { withEmptyMembers } from './write-empty-members.js';
import type { AnySchema } from './schema.js';

/**
 * Writes the members of an object as a form. Dates and other values with `toJSON` are written as in JSON, booleans as
 * `true` and `false`: a schema that also accepts numbers would read 1. A member that is `null`, or an empty list or object,
 * is omitted if the schema reads the same without it, or requires it; otherwise it is written as an empty string.
 *
 * @param schema the schema of the data; if `undefined`, such members are omitted
 * @throws {FormError} `FORM_UNWRITABLE` for an empty or absent list item, a name or string that a form cannot express, and
 *   an empty member that the schema would read as another value
 */
export function formText(data: unknown, schema?: AnySchema): string {
  const written = withEmptyMembers(Object(data) as object, schema);
  const json = JSON.stringify(written, (_name, value: unknown) =>
    ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : value,
  );
  return buildForm(JSON.parse(json) as FormInputs, { exact: true });
}
