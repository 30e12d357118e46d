import { REPEATED_NAMES, type RepeatedName } from '@mortise/base/keys';
import {
  acceptedTypes,
  type EndpointDescription,
  type Schema,
  type SchemaIssue,
  type SchemaPart,
  type SchemaResult,
  validatorOf,
} from '@mortise/contract';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { InputError, type Violation } from '../input-error.js';
import { andThen, ignoreRejection, isThenable, withoutStack } from '@mortise/base';
import { coercionOf } from '../json-schema/coercion.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { same } from '../json-schema/each-part.js';
import { namesRead } from '../json-schema/names-read.js';
import { pointersOf } from '../pointer.js';
import { rebuildsValues } from '../rebuilds-values.js';
import { type EndpointSettings, jsonSchemaSource } from '../endpoint-options.js';
import { argumentWarning } from './argument-warning.js';
import { checkFiles } from './file-fields.js';
import { mediaTypeCheck } from './media-type-check.js';
import { mutableCopy } from './mutable-copy.js';
import { parsedBody } from './parsed-body.js';
import { repeatedInQuery } from './repeated-in-query.js';
import { TEXT_SOURCES } from './text-parts.js';
import { textWarning } from './text-warning.js';
import { acceptsList, withRepeated } from './with-repeated.js';

/** The route arguments. */
export type EndpointArgs = Readonly<Record<string, string | undefined>>;

/** Returns the validated parts by name, or throws an {@link InputError} with all violations. */
export type InputReader = (
  request: ServerRequestInterface,
  args: EndpointArgs,
) => Awaitable<Readonly<Record<string, unknown>>>;

type Checked = SchemaResult<unknown>;

/** One part of a request: how it is read and validated. */
interface Part {
  readonly name: SchemaPart | 'files';
  readonly check: (request: ServerRequestInterface, args: EndpointArgs) => Awaitable<Checked>;
  /** Called if the request is refused: warns if this part is text that was not converted. */
  readonly warn?: (request: ServerRequestInterface, args: EndpointArgs) => void;
}

/** The parts, with their names in violations. Parts are read in this order; violations are listed in reverse. */
const LOCATIONS: Readonly<Record<Part['name'], Violation['in']>> = {
  files: 'file',
  body: 'body',
  cookies: 'cookie',
  headers: 'header',
  query: 'query',
  args: 'path',
};
const FORMS: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Creates the function that reads and validates the parts in a description. It validates all of them, asynchronous
 * schemas concurrently, and returns a promise only if a schema does.
 */
export function inputReader(
  description: EndpointDescription<Schema>,
  settings: EndpointSettings,
): InputReader {
  const checkMediaType = mediaTypeCheck(description);
  const parts = partsOf(description, settings);
  const warnOfArguments = argumentWarning();
  return (request, args) => {
    checkMediaType?.(request);
    const input: Record<string, unknown> = { args };
    for (let index = 0; index < parts.length; index++) {
      const { name, check } = parts[index] as Part;
      const result = check(request, args);
      if (isThenable(result) || result.issues !== undefined) {
        const rest = parts.slice(index);
        const results: Awaitable<Checked>[] = [result];
        try {
          for (const other of rest.slice(1)) results.push(other.check(request, args));
        } catch (error) {
          results.forEach(ignoreRejection);
          throw error;
        }
        return withRest(input, rest, results, (violations) => {
          warnOfArguments(request, args, violations);
          for (const { warn } of parts) warn?.(request, args);
          return withoutStack(() => new InputError(violations, settings.status));
        });
      }
      input[name] = result.value;
    }
    return input;
  };
}

/** Adds the results of the remaining parts to `input`; the first of them is invalid or a promise. */
function withRest(
  input: Record<string, unknown>,
  parts: readonly Part[],
  results: readonly Awaitable<Checked>[],
  refused: (violations: readonly Violation[]) => InputError,
): Awaitable<Readonly<Record<string, unknown>>> {
  const finish = (all: readonly Checked[]): Readonly<Record<string, unknown>> => {
    const violations: Violation[] = [];
    for (const [index, { name }] of [...parts.entries()].toReversed()) {
      const { issues, value } = all[index] as Checked & { readonly value?: unknown };
      if (issues === undefined) input[name] = value;
      for (const issue of issues ?? []) {
        for (const pointer of pointersOf(issue))
          violations.push({ in: LOCATIONS[name], pointer, detail: issue.message });
      }
    }
    if (violations.length > 0) throw refused(violations);
    return input;
  };
  if (!results.some(isThenable)) return finish(results as Checked[]);
  return Promise.all(results.map((result) => Promise.resolve(result))).then(finish);
}

function partsOf(
  description: EndpointDescription<Schema>,
  settings: EndpointSettings,
): readonly Part[] {
  const { files } = description;
  const describe = jsonSchemaSource(settings);
  const acceptsForm = acceptedTypes(description).some((type) => FORMS.includes(type));
  const parts: Part[] = [];
  if (files !== undefined) {
    const rules = Object.entries(files);
    parts.push({ name: 'files', check: (request) => checkFiles(rules, request) });
  }
  for (const name of Object.keys(LOCATIONS) as (keyof typeof LOCATIONS)[]) {
    const schema = name === 'files' ? undefined : description[name];
    if (name === 'files' || schema === undefined) continue;
    const isText = name !== 'body' || acceptsForm;
    const json = isText ? describe(schema, 'input') : null;
    const check = schemaCheck(name, schema, json);
    const warn = isText && json === null ? warningOf(name, schema) : null;
    parts.push({ name, check, ...(warn && { warn }) });
  }
  return parts;
}

function warningOf(name: SchemaPart, schema: Schema): NonNullable<Part['warn']> {
  const warn = textWarning(name, schema);
  return (request, args) => {
    if (name === 'args') warn(request, args);
    else if (name === 'query') warn(request, request.getQueryParams());
    else if (name !== 'body') warn(request, TEXT_SOURCES[name](null)(request));
    else if (hasForm(request)) warn(request, request.getParsedBody());
  };
}

/**
 * Creates the check of one part.
 *
 * @param json the JSON Schema of the part; `null` if the part is not text, or its schema has none
 */
function schemaCheck(name: SchemaPart, schema: Schema, json: JsonSchema | null): Part['check'] {
  const validate = validatorOf(schema);
  const isForm = name === 'query' || name === 'body';
  const coerce = json === null ? same : coercionOf(json, namesRead(schema), isForm);
  const copy = name === 'body' || rebuildsValues(schema) ? same : mutableCopy;
  const checkForm = (given: unknown, repeated: readonly RepeatedName<unknown>[]) => {
    if (json === null || repeated.length === 0) return validate(copy(coerce(given)));
    const { data, issues } = withRepeated(given, repeated, (path) => acceptsList(json, path));
    const result = validate(copy(coerce(data)));
    return issues.length === 0 ? result : andThen(result, (known) => withIssues(known, issues));
  };
  if (name === 'query') {
    return (request) =>
      checkForm(
        request.getQueryParams(),
        json === null ? [] : repeatedInQuery(request.getUri().getQuery()),
      );
  }
  if (name === 'body') {
    return (request) => {
      const body = parsedBody(request);
      if (json === null || !hasForm(request)) return validate(body);
      const repeated = request.getLifetime().getValue(REPEATED_NAMES)?.fields() ?? [];
      // A form without fields is sent as an empty body.
      return checkForm(body ?? {}, repeated);
    };
  }
  if (name === 'args') return (_request, args) => validate(copy(coerce(args)));
  const read = TEXT_SOURCES[name](json);
  return (request) => {
    const fields = read(request);
    return andThen(validate(copy(coerce(fields))), (result) => {
      const lists = refusedLines(result, fields);
      if (lists.size === 0) return result;
      const again = validate(copy(coerce(read(request, lists))));
      return andThen(again, (other) =>
        namesOf(other).some((each) => lists.has(each)) ? result : other,
      );
    });
  };
}

/** Returns the names of invalid values that can be lists: RFC 9110 5.3 lets recipients join the lines of a header. */
function refusedLines(
  result: Checked,
  fields: Readonly<Record<string, unknown>>,
): ReadonlySet<unknown> {
  return new Set(namesOf(result).filter((name) => String(fields[name]).includes(',')));
}

/** Returns the names of the top-level members with issues. */
function namesOf({ issues = [] }: Checked): readonly string[] {
  return issues.flatMap(({ path: [first] = [] }) =>
    first === undefined ? [] : [String(typeof first === 'object' ? first.key : first)],
  );
}

function withIssues({ issues = [] }: Checked, more: readonly SchemaIssue[]): Checked {
  return { issues: [...more, ...issues] };
}

/** Whether the body is a form: then all its values are text. */
function hasForm(request: ServerRequestInterface): boolean {
  return FORMS.includes(parseMediaType(request.getHeaderLine('Content-Type'))?.essence ?? '');
}
