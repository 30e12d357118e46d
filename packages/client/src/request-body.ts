import { formLoss, jsonLoss, quote } from '@mortise/base';
import {
  type AnySchema,
  type EndpointDescription,
  formText,
  multipartFields,
} from '@mortise/contract';
import { isJson } from './call-result.js';
import { ClientError } from './client-error.js';
import type { RawBody } from './client-types.js';
import { refuseLost } from './refuse-lost.js';

/** The body of a request and its media type; `type` is `null` if there is no body, or if the platform sets the type. */
export interface RequestBody {
  readonly body: string | Blob | FormData | null;
  readonly type: string | null;
}

const FORM = 'application/x-www-form-urlencoded';

const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';

/**
 * Encodes the body of a call: as a multipart form if there are files, otherwise as the first accepted JSON type, or as
 * a form if no JSON type is accepted. Strings and blobs without a schema are sent unchanged.
 *
 * @param operation the name of the operation, for errors
 * @throws {ClientError} `BODY_INVALID` if a part of the body would be lost
 */
export function requestBody(
  operation: string,
  { files: rules, accepts = [], body: schema }: EndpointDescription,
  body: unknown,
  files: Readonly<Record<string, unknown>> = {},
): RequestBody {
  const multipartWith = (given: typeof files): RequestBody => {
    refuseLost(operation, 'BODY_INVALID', 'body', formLoss(body ?? {}));
    return { body: multipart(body, schema, given), type: null };
  };
  if (rules !== undefined) return multipartWith(files);
  if (body === undefined) return { body: null, type: null };
  const [type] = accepts;
  if (schema === undefined && type !== undefined) {
    if (isRaw(body)) return { body, type };
    refuseOther(operation, accepts, body);
  }
  const json = accepts.find(isJson);
  if (json === undefined) {
    if (accepts.includes(FORM)) {
      refuseLost(operation, 'BODY_INVALID', 'body', formLoss(body));
      return { body: formText(body, schema), type: FORM };
    }
    if (accepts.includes(MULTIPART)) return multipartWith({});
  }
  return { body: jsonOf(operation, body), type: json ?? JSON_TYPE };
}

function jsonOf(operation: string, body: unknown): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(body) as string | undefined;
  } catch (error) {
    cause = error;
  }
  refuseLost(operation, 'BODY_INVALID', 'body', jsonLoss(body, text), cause);
  if (text !== undefined) return text;
  throw new ClientError('BODY_INVALID', operation, 'the body cannot be written as JSON', { cause });
}

/** Refuses what would be sent as JSON, although the operation accepts none, or with each byte as a member. */
function refuseOther(operation: string, accepts: readonly string[], body: unknown): void {
  const isWritable = accepts.some((type) => isJson(type) || type === FORM || type === MULTIPART);
  if (isWritable && !ArrayBuffer.isView(body)) return;
  const expected = 'a string or a Blob, such as new Blob([bytes])';
  const problem = `invalid body: received ${quote(body)}; expected ${expected}`;
  throw new ClientError('BODY_INVALID', operation, problem);
}

function isRaw(body: unknown): body is RawBody {
  return typeof body === 'string' || body instanceof Blob;
}

function multipart(
  body: unknown,
  schema: AnySchema | undefined,
  files: Readonly<Record<string, unknown>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of multipartFields(body, schema)) {
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
