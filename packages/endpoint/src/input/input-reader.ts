import {
  acceptedTypes,
  type EndpointDescription,
  type Schema,
  type SchemaIssue,
  type SchemaPart,
  type SchemaResult,
} from '@mortise/contract';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { InputError, type Violation } from '../input-error.js';
import { isThenable } from '@mortise/base';
import { coercionOf } from '../json-schema/coercion.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { pointerOf } from '../pointer.js';
import { type EndpointSettings, jsonSchemaSource } from '../settings.js';
import { checkFiles } from './file-fields.js';
import { mediaTypeCheck } from './media-type.js';
import { parsedBody } from './parsed-body.js';
import { cookieSource, headerSource, querySource } from './text-parts.js';

/** The arguments of the route. */
export type EndpointArgs = Readonly<Record<string, string | undefined>>;

/** Returns the checked parts by name, or throws one error with everything that is wrong. */
export type InputReader = (
  request: ServerRequestInterface,
  args: EndpointArgs,
) => Awaitable<Readonly<Record<string, unknown>>>;

type Checked = SchemaResult<unknown>;

/** One part of a request: how it is read and checked. */
interface Part {
  readonly name: SchemaPart | 'files';
  readonly location: Violation['in'];
  readonly check: (request: ServerRequestInterface, args: EndpointArgs) => Awaitable<Checked>;
}

/**
 * Makes the reader of the parts that a description names. All of them are checked, those with asynchronous schemas
 * at the same time. It responds synchronously unless a schema does not.
 */
export function inputReader(
  description: EndpointDescription<Schema>,
  settings: EndpointSettings,
): InputReader {
  const checkMediaType = mediaTypeCheck(description);
  const parts = partsOf(description, settings);
  const finish = (args: EndpointArgs, results: readonly Checked[]): Record<string, unknown> => {
    const input: Record<string, unknown> = { args };
    let fits = true;
    for (const [index, { name }] of parts.entries()) {
      const { issues, value } = results[index] as { issues?: SchemaIssue[]; value?: unknown };
      if (issues === undefined) input[name] = value;
      else fits = false;
    }
    if (fits) return input;
    const violations = parts.flatMap(({ location }, index) =>
      (results[index]?.issues ?? []).map((issue) => violationOf(location, issue)),
    );
    throw new InputError(violations, settings.status);
  };
  return (request, args) => {
    checkMediaType?.(request);
    const results: Awaitable<Checked>[] = [];
    let waits = false;
    for (const { check } of parts) {
      const result = check(request, args);
      waits ||= isThenable(result);
      results.push(result);
    }
    if (!waits) return finish(args, results as Checked[]);
    const settled = Promise.all(results.map((result) => Promise.resolve(result)));
    return settled.then((all) => finish(args, all));
  };
}

function violationOf(location: Violation['in'], { path = [], message }: SchemaIssue): Violation {
  return { in: location, pointer: pointerOf(path), detail: message };
}

type Read = (request: ServerRequestInterface, args: EndpointArgs) => unknown;

function partsOf(
  description: EndpointDescription<Schema>,
  settings: EndpointSettings,
): readonly Part[] {
  const { args, query, headers, cookies, body, files } = description;
  const describe = jsonSchemaSource(settings);
  const parts: Part[] = [];
  const add = (
    part: Omit<Part, 'check'>,
    schema: Schema | undefined,
    source: (json: JsonSchema | null) => Read,
    isText: ((request: ServerRequestInterface) => boolean) | null = always,
  ): void => {
    if (schema === undefined) return;
    const json = isText === null ? null : describe(schema, 'input');
    const read = source(json);
    const coerce = json === null ? null : coercionOf(json);
    const { '~standard': standard } = schema;
    const check: Part['check'] = (request, given) => {
      const value = read(request, given);
      const coerced = coerce !== null && isText?.(request) === true ? coerce(value) : value;
      return standard.validate(coerced);
    };
    parts.push({ ...part, check });
  };
  add({ name: 'args', location: 'path' }, args, () => (_request, given) => given);
  add({ name: 'query', location: 'query' }, query, querySource);
  add({ name: 'headers', location: 'header' }, headers, headerSource);
  add({ name: 'cookies', location: 'cookie' }, cookies, cookieSource);
  const acceptsForm = acceptedTypes(description).some((type) => FORMS.includes(type));
  add({ name: 'body', location: 'body' }, body, () => parsedBody, acceptsForm ? isForm : null);
  if (files !== undefined) {
    const rules = Object.entries(files);
    const check: Part['check'] = (request) => checkFiles(rules, request.getUploadedFiles());
    parts.push({ name: 'files', location: 'file', check });
  }
  return parts;
}

const FORMS: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function always(): boolean {
  return true;
}

/** Whether all values of the body are text. */
function isForm(request: ServerRequestInterface): boolean {
  return FORMS.includes(parseMediaType(request.getHeaderLine('Content-Type'))?.essence ?? '');
}
