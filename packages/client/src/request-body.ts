import type { EndpointDescription } from '@mortise/contract';
import { buildForm, type FormInputs } from '@mortise/form-encoding';

/** The body of a request and its type; `type` is `null` where the platform sets it. */
export interface RequestBody {
  readonly body: string | FormData | null;
  readonly type: string | null;
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Encodes the body of a call: a multipart form if there are files, a form if nothing else is accepted, otherwise JSON.
 */
export function requestBody(
  { files: rules, accepts }: EndpointDescription,
  body: unknown,
  files: Readonly<Record<string, unknown>> = {},
): RequestBody {
  if (rules !== undefined) return { body: multipart(body, files), type: null };
  if (body === undefined) return { body: null, type: null };
  const onlyForms = accepts?.includes(FORM) === true && !accepts.includes('application/json');
  return onlyForms
    ? { body: buildForm(body as FormInputs), type: FORM }
    : { body: JSON.stringify(body), type: 'application/json' };
}

function multipart(body: unknown, files: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(buildForm(Object(body) as FormInputs))) {
    form.append(name, value);
  }
  for (const [name, given] of Object.entries(files)) {
    const several = Array.isArray(given);
    for (const file of [given].flat() as readonly (Blob | undefined)[]) {
      if (file !== undefined) form.append(several ? `${name}[]` : name, file);
    }
  }
  return form;
}
