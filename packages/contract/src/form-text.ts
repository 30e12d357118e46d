import { buildForm, type FormInputs } from '@mortise/form-encoding';
import { withEmptyMembers } from './write-empty-members.js';
import type { AnySchema } from './schema.js';

/**
 * Writes the members of an object as a form, in which dates and other values with `toJSON` are what JSON has for them, and
 * booleans are `true` and `false`: a schema that accepts numbers too would read 1.
 * A member that is `null`, or an empty list or object, is omitted where the schema reads the same without it, or requires
 * it; otherwise it is written as an empty string.
 *
 * @param schema of the data; `undefined` if it has none: such members are then omitted
 * @throws {FormError} `FORM_UNWRITABLE` for an empty or absent item of a list, a name or a string that a form cannot express, and an
 *   empty member that the schema would read as another value: the server would read other data
 */
export function formText(data: unknown, schema?: AnySchema): string {
  const written = withEmptyMembers(Object(data) as object, schema);
  const json = JSON.stringify(written, (_name, value: unknown) =>
    ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : value,
  );
  return buildForm(JSON.parse(json) as FormInputs, { exact: true });
}
