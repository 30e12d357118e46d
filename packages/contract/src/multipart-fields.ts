import { FormError } from '@mortise/form-encoding';
import { formText } from './form-text.js';
import type { AnySchema } from './schema.js';

/** Text that part names cannot contain: clients escape it and servers do not unescape it; `\\` is read as one `\`. */
const LOST = /["\p{Cc}]|\\(?:\\|$)/u;

/**
 * Returns the fields of a multipart form, according to the rules of {@link formText}.
 *
 * @returns the name and value of each field, in order; `[]` for data without members
 * @throws {FormError} `FORM_UNWRITABLE` as for {@link formText}, and if a name contains a quote, a control character or
 *   two consecutive backslashes, or ends with a backslash
 */
export function multipartFields(
  data: unknown,
  schema?: AnySchema,
): readonly (readonly [name: string, value: string])[] {
  const fields = [...new URLSearchParams(formText(data, schema))];
  for (const [name] of fields) if (LOST.test(name)) throw FormError.misread(name);
  return fields;
}
