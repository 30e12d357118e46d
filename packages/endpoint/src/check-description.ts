import {
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type Schema,
  type SchemaPart,
} from '@mortise/contract';
import { parseMediaType } from '@mortise/http-syntax';
import { checks } from './endpoint-option-error.js';
import { isJsonType } from './is-json-type.js';

const SCHEMAS: readonly SchemaPart[] = ['args', 'query', 'headers', 'cookies', 'body'];
/** Statuses of responses without content (RFC 9110 15.3.5, 15.3.6, 15.4.5). */
const BODILESS = /^(?:20[45]|304)$/;
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
const RESPONSE_NAMES = { schema: 0, type: 0, headers: 0, text: 0 };

/**
 * Refuses a description that no request could satisfy, or that has unknown names.
 *
 * @param at prefixes the options in the error, such as `books.create.`
 * @throws {EndpointOptionError}
 */
export function checkDescription(
  description: EndpointDescription,
  at = '',
): asserts description is EndpointDescription<Schema> {
  checks.names(description, NAMES, at.slice(0, -1));
  for (const part of SCHEMAS) checkSchema(`${at}${part}`, description[part]);
  checkAccepts(`${at}accepts`, description);
  for (const [name, rule] of Object.entries(description.files ?? {})) {
    const { kind } = Object(rule) as { readonly kind?: unknown };
    const isRule = kind === 'file' || kind === 'files';
    checks.that(isRule, `${at}files.${name}`, rule, 'file() or files()');
  }
  for (const [status, response] of Object.entries(description.responses ?? {})) {
    checkResponse(`${at}responses.${status}`, status, response);
  }
}

function checkSchema(option: string, schema: unknown): void {
  const fits = schema === undefined || isSchema(schema);
  checks.that(fits, option, schema, 'a schema that implements Standard Schema');
}

function checkAccepts(option: string, { accepts, files }: EndpointDescription): void {
  for (const [index, type] of (accepts ?? []).entries()) {
    const isType = parseMediaType(type)?.essence === type && !type.includes('*');
    const expected = 'a media type in lower case without parameters';
    checks.that(isType, `${option}.${index}`, type, expected);
  }
  checks.that(accepts?.length !== 0, option, accepts, 'at least one media type');
  const takesFiles = files === undefined || accepts?.includes(MULTIPART) !== false;
  checks.that(
    takesFiles,
    option,
    accepts,
    `types that include ${MULTIPART}, because there are files`,
  );
}

function checkResponse(option: string, status: string, response: unknown): void {
  const isStatus = /^[2-5]\d\d$/.test(status);
  checks.that(isStatus, option, Number(status), 'a status from 200 to 599');
  if (response === null) return;
  const described = (isSchema(response) ? { schema: response } : response) as ResponseDescription;
  checks.names(described, RESPONSE_NAMES, option);
  const { schema, type } = described;
  const canHaveBody = !BODILESS.test(status) || (schema ?? type) === undefined;
  checks.that(canHaveBody, option, response, 'null, because it has no body');
  checkSchema(`${option}.schema`, schema);
  if (type === undefined) return;
  const isType = parseMediaType(type) !== null;
  checks.that(isType, `${option}.type`, type, 'a media type such as "text/csv"');
  const fits = schema === undefined || isJsonType(type);
  checks.that(fits, `${option}.type`, type, 'a JSON type, because there is a schema');
}
