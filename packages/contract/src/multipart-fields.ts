import { FormError } from '@mortise/form-encoding';
import { formText } from './form-text.js';
import type { AnySchema } from './schema.js';

/** Clients escape quotes and line breaks in names of parts, which servers do not undo; two backslashes are read as one. */
const LOST = /["\p{Cc}]|\\(?:\\|$)/u;

/**
 * Returns the fields of a multipart form, by the rules of `formText`.
 *
 * @returns name and value of each field, in order; `[]` for data without members
 * @throws {FormError} `FORM_UNWRITABLE` for what `formText` refuses, and for a name with a quote, a control character, two
 *   backslashes in a row or one at its end
 */
export function multipartFields(
  data: unknown,
  schema?: AnySchema,
): readonly (readonly [name: string, value: string])[] {
  const fields = [...new URLSearchParams(formText(data, schema))];
  for (const [name] of fields) if (LOST.test(name)) throw FormError.misread(name);
  return fields;
}
