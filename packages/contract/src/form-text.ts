import { buildForm, type FormInputs } from '@mortise/form-encoding';

/**
 * Writes the members of an object as a form, in which dates and other values with `toJSON` are what JSON has for them.
 * Members that are `null`, and empty lists and objects as members, are omitted.
 *
 * @throws {FormError} `FORM_UNWRITABLE` for an empty or absent item of a list, and a name that a form cannot express:
 *   the server would read other data
 */
export function formText(data: unknown): string {
  const json = JSON.stringify(Object(data), (_name, value: unknown) =>
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : value,
  );
  return buildForm(JSON.parse(json) as FormInputs, { exact: true });
}
