import {
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type SchemaPart,
} from '@mortise/contract';
import { parseMediaType } from '@mortise/http-syntax';
import { EndpointError } from './endpoint-error.js';
import { isJsonType } from './is-json-type.js';

const SCHEMAS: readonly SchemaPart[] = ['args', 'query', 'headers', 'cookies', 'body'];
const MULTIPART = 'multipart/form-data';
const NAMES: readonly string[] = [
  ...SCHEMAS,
  'files',
  'accepts',
  'responses',
  'problems',
  'summary',
  'text',
  'tags',
  'deprecated',
  'security',
];
const RESPONSE_NAMES: readonly string[] = ['schema', 'type', 'headers', 'text'];

/**
 * Refuses a description that no request could satisfy, or with names that nothing reads.
 *
 * @throws {EndpointError} `OPTION_INVALID`
 */
export function checkDescription(description: EndpointDescription): void {
  for (const name of Object.keys(description)) {
    if (!NAMES.includes(name)) throw EndpointError.unknownOption(name, NAMES);
  }
  for (const part of SCHEMAS) checkSchema(part, description[part]);
  checkAccepts(description);
  for (const [name, rule] of Object.entries(description.files ?? {})) {
    if (!['file', 'files'].includes((Object(rule) as { kind?: string }).kind ?? '')) {
      throw EndpointError.option(`files.${name}`, rule, 'file() or files()');
    }
  }
  for (const [status, response] of Object.entries(description.responses ?? {})) {
    checkResponse(status, response);
  }
}

function checkSchema(option: string, schema: unknown): void {
  if (schema === undefined || isSchema(schema)) return;
  throw EndpointError.option(option, schema, 'a schema that implements Standard Schema');
}

function checkAccepts({ accepts, files }: EndpointDescription): void {
  for (const [index, type] of (accepts ?? []).entries()) {
    const essence = parseMediaType(type)?.essence;
    if (essence === type && !type.includes('*')) continue;
    const expected = 'a media type in lower case without parameters, such as "application/json"';
    throw EndpointError.option(`accepts.${index}`, type, expected);
  }
  if (accepts?.length === 0)
    throw EndpointError.option('accepts', accepts, 'one media type or more');
  if (files !== undefined && accepts !== undefined && !accepts.includes(MULTIPART)) {
    throw EndpointError.option(
      'accepts',
      accepts,
      `${MULTIPART} among them, since there are files`,
    );
  }
}

function checkResponse(status: string, response: unknown): void {
  const option = `responses.${status}`;
  if (!/^[2-5]\d\d$/.test(status)) {
    throw EndpointError.option(option, Number(status), 'a status from 200 to 599');
  }
  if (response === null || isSchema(response)) return;
  if (typeof response !== 'object') {
    throw EndpointError.option(option, response, 'a schema, a description or null');
  }
  for (const name of Object.keys(response)) {
    if (RESPONSE_NAMES.includes(name)) continue;
    throw EndpointError.unknownOption(`${option}.${name}`, RESPONSE_NAMES);
  }
  checkContent(option, response);
}

function checkContent(option: string, { schema, type }: ResponseDescription): void {
  checkSchema(`${option}.schema`, schema);
  if (type !== undefined && parseMediaType(type) === null) {
    throw EndpointError.option(`${option}.type`, type, 'a media type such as "text/csv"');
  }
  if (schema !== undefined && type !== undefined && !isJsonType(type)) {
    const expected = 'a JSON type with a schema; without the schema, the handler gives the content';
    throw EndpointError.option(`${option}.type`, type, expected);
  }
}
