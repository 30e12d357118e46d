import { buildForm, type FormInputs } from '@mortise/form-encoding';
import { withEmptyMembers } from './write-empty-members.js';
import type { AnySchema } from './schema.js';

/**
 * Encodes the members of an object as `application/x-www-form-urlencoded`.
 *
 * Dates and other values with `toJSON` are written as in JSON. Booleans are written as `true` and `false`, because a
 * schema that also accepts numbers would read `1` as a number. `null`, and an empty list or object, is omitted if the
 * schema returns the same value without it, or requires a list or object; otherwise it is written as an empty string.
 *
 * @param schema the schema of the data; if `undefined`, such members are omitted
 * @returns the encoded form, without `?`; `''` if nothing is written
 * @throws {FormError} `FORM_UNWRITABLE` for an empty or absent list item, a name or string that a form cannot contain,
 *   or an empty member that the schema would read as another value
 */
export function formText(data: unknown, schema?: AnySchema): string {
  const written = withEmptyMembers(Object(data) as object, schema);
  const json = JSON.stringify(written, (_name, value: unknown) =>
    ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : value,
  );
  return buildForm(JSON.parse(json) as FormInputs, { exact: true });
}
