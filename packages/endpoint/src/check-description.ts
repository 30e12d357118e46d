import {
  boolean,
  ensure,
  list,
  object,
  optional,
  options,
  rule,
  text,
} from '@mortise/base/options';
import {
  type AnyProblemClass,
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type Schema,
} from '@mortise/contract';
import { parseMediaType } from '@mortise/http-syntax';
import { isJsonType } from './is-json-type.js';
import { checkNoFiles } from './no-files-in-schema.js';

/** Statuses of responses without content (RFC 9110 15.3.5, 15.3.6, 15.4.5). */
const BODILESS = /^(?:20[45]|304)$/;
const MULTIPART = 'multipart/form-data';
const schema = optional(
  rule<Schema>(
    isSchema,
    'a schema that implements Standard Schema, such as z.object({ ... }) of zod',
  ),
);
const problem = rule<AnyProblemClass>(
  (value) => typeof value === 'function' && 'options' in value,
  'a problem: defineProblem({ ... })',
);
const PARTS = ['args', 'query', 'headers', 'cookies', 'body'] as const;

/** What to write instead of members that other frameworks have. */
const FOREIGN_MEMBERS: Readonly<Record<string, string>> = {
  params: 'args',
  param: 'args',
  querystring: 'query',
  json: 'body',
  form: 'body',
  header: 'headers',
  cookie: 'cookies',
  response: 'responses',
  schema: 'its members here: { args, query, headers, cookies, body, responses }',
  input: 'args, query, headers, cookies or body',
  output: 'responses: { 200: schema }',
  description: 'text',
};

const declared = options<EndpointDescription>()(
  'endpoint',
  {
    args: schema,
    query: schema,
    headers: schema,
    cookies: schema,
    body: schema,
    files: optional(object),
    accepts: optional(rule<readonly string[]>(Array.isArray, "a list, such as ['text/csv']")),
    responses: optional(object),
    problems: optional(list(problem, 'a list of problems')),
    summary: optional(text()),
    text: optional(text()),
    tags: optional(list(text(), 'a list of strings')),
    deprecated: optional(boolean),
    security: optional(list(object, "a list, such as [{ jwt: ['books:write'] }]")),
  },
  FOREIGN_MEMBERS,
);
const declaredResponse = options<ResponseDescription>()('response', {
  schema,
  type: optional(
    rule<string>(
      (type) => typeof type === 'string' && parseMediaType(type) !== null,
      'a media type such as "text/csv"',
    ),
  ),
  headers: optional(object),
  text: optional(text()),
});

/**
 * Throws if no request could satisfy a description, or if it has unknown members.
 *
 * @param path the path of the description, for error messages
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkDescription(
  description: EndpointDescription,
  path = 'endpoint',
): asserts description is EndpointDescription<Schema> {
  ensure(
    typeof description !== 'function',
    path,
    description,
    'the description first: endpoint(description, handler)',
  );
  const parts = declared(description, path);
  for (const part of PARTS) {
    const given = parts[part];
    if (given !== undefined) checkNoFiles(`${path}.${part}`, given as Schema);
  }
  checkAccepts(`${path}.accepts`, description);
  for (const [name, rule] of Object.entries(description.files ?? {})) {
    const { kind } = Object(rule) as { readonly kind?: unknown };
    const isRule = kind === 'file' || kind === 'files';
    ensure(isRule, `${path}.files.${name}`, rule, 'file() or files()');
  }
  for (const [status, response] of Object.entries(description.responses ?? {})) {
    checkResponse(`${path}.responses.${status}`, status, response);
  }
}

function checkAccepts(option: string, { accepts, files }: EndpointDescription): void {
  for (const [index, type] of (accepts ?? []).entries()) {
    const isType =
      typeof (type as unknown) === 'string' &&
      parseMediaType(type)?.essence === type &&
      !type.includes('*');
    const expected = 'a media type in lower case without parameters';
    ensure(isType, `${option}.${index}`, type, expected);
  }
  ensure(accepts?.length !== 0, option, accepts, 'at least one media type');
  const takesFiles = files === undefined || accepts?.includes(MULTIPART) !== false;
  ensure(takesFiles, option, accepts, `types that include ${MULTIPART}, because there are files`);
}

function checkResponse(option: string, status: string, response: unknown): void {
  const isStatus = /^[2-5]\d\d$/.test(status);
  ensure(isStatus, option, Number(status), 'a status from 200 to 599');
  if (response === null) return;
  const described = (isSchema(response) ? { schema: response } : response) as ResponseDescription;
  const { schema: content, type } = declaredResponse(described, option);
  const canHaveBody = !BODILESS.test(status) || (content ?? type) === undefined;
  ensure(canHaveBody, option, response, 'null, because it has no body');
  const fits = type === undefined || content === undefined || isJsonType(type);
  ensure(fits, `${option}.type`, type, 'a JSON type, because there is a schema');
}
