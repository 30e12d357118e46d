import { assertOptionNames } from '@mortise/base';
import {
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type Schema,
  type SchemaPart,
} from '@mortise/contract';
import { parseMediaType } from '@mortise/http-syntax';
import { EndpointOptionError } from './endpoint-option-error.js';
import { isJsonType } from './is-json-type.js';

const SCHEMAS: readonly SchemaPart[] = ['args', 'query', 'headers', 'cookies', 'body'];
const MULTIPART = 'multipart/form-data';
const NAMES = {
  args: 0,
  query: 0,
  headers: 0,
  cookies: 0,
  body: 0,
  files: 0,
  accepts: 0,
  responses: 0,
  problems: 0,
  summary: 0,
  text: 0,
  tags: 0,
  deprecated: 0,
  security: 0,
} satisfies Record<keyof EndpointDescription, 0>;
const RESPONSE_NAMES: readonly string[] = ['schema', 'type', 'headers', 'text'];

/**
 * Refuses a description that no request could satisfy, or with names that nothing reads.
 *
 * @throws {EndpointOptionError}
 */
export function checkDescription(
  description: EndpointDescription,
): asserts description is EndpointDescription<Schema> {
  assertOptionNames(description, NAMES, EndpointOptionError);
  for (const part of SCHEMAS) checkSchema(part, description[part]);
  checkAccepts(description);
  for (const [name, rule] of Object.entries(description.files ?? {})) {
    if (!['file', 'files'].includes((Object(rule) as { kind?: string }).kind ?? '')) {
      throw new EndpointOptionError(`files.${name}`, rule, 'file() or files()');
    }
  }
  for (const [status, response] of Object.entries(description.responses ?? {})) {
    checkResponse(status, response);
  }
}

function checkSchema(option: string, schema: unknown): void {
  if (schema === undefined || isSchema(schema)) return;
  throw new EndpointOptionError(option, schema, 'a schema that implements Standard Schema');
}

function checkAccepts({ accepts, files }: EndpointDescription): void {
  for (const [index, type] of (accepts ?? []).entries()) {
    const essence = parseMediaType(type)?.essence;
    if (essence === type && !type.includes('*')) continue;
    const expected = 'a media type in lower case without parameters, such as "application/json"';
    throw new EndpointOptionError(`accepts.${index}`, type, expected);
  }
  if (accepts?.length === 0)
    throw new EndpointOptionError('accepts', accepts, 'one media type or more');
  if (files !== undefined && accepts !== undefined && !accepts.includes(MULTIPART)) {
    throw new EndpointOptionError(
      'accepts',
      accepts,
      `${MULTIPART} among them, since there are files`,
    );
  }
}

function checkResponse(status: string, response: unknown): void {
  const option = `responses.${status}`;
  if (!/^[2-5]\d\d$/.test(status)) {
    throw new EndpointOptionError(option, Number(status), 'a status from 200 to 599');
  }
  if (response === null || isSchema(response)) return;
  if (typeof response !== 'object') {
    throw new EndpointOptionError(option, response, 'a schema, a description or null');
  }
  for (const [name, value] of Object.entries(response)) {
    if (RESPONSE_NAMES.includes(name)) continue;
    const expected = `one of the options ${RESPONSE_NAMES.join(', ')}`;
    throw new EndpointOptionError(`${option}.${name}`, value, expected);
  }
  checkContent(option, response);
}

function checkContent(option: string, { schema, type }: ResponseDescription): void {
  checkSchema(`${option}.schema`, schema);
  if (type !== undefined && parseMediaType(type) === null) {
    throw new EndpointOptionError(`${option}.type`, type, 'a media type such as "text/csv"');
  }
  if (schema !== undefined && type !== undefined && !isJsonType(type)) {
    const expected = 'a JSON type with a schema; without the schema, the handler gives the content';
    throw new EndpointOptionError(`${option}.type`, type, expected);
  }
}
