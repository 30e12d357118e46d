import { buildForm, type FormInputs } from '@mortise/form-encoding';

/** Writes the members of an object as a form, in which dates and other values with `toJSON` are what JSON has for them. */
export function formText(data: unknown): string {
  const json = JSON.stringify(Object(data), (_name, value: unknown) =>
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : value,
  );
  return buildForm(JSON.parse(json) as FormInputs);
}
