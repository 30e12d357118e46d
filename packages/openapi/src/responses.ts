import {
  acceptedTypes,
  type AnyProblemClass,
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type Schema,
} from '@mortise/contract';
import type { DescribePart } from './parameters.js';
import { PROBLEM_TYPE, problemResponse, shared } from './problems.js';
import { defaultDescription } from './default-description.js';
import type { Json } from './schemas/json.js';

/** The input from which an operation's responses are written. */
export interface ResponseParts {
  readonly description: EndpointDescription<Schema>;

  /** The response status for invalid input. */
  readonly inputStatus: number;

  /** The descriptions of responses of the operation's middleware, by status. */
  readonly middleware: ReadonlyMap<number, string>;

  /** Describes what a schema returns. */
  readonly describe: DescribePart;

  /** Creates the component for a kind of problem, and returns a reference to it. */
  readonly problem: (problem: AnyProblemClass) => Json;
}

/** The failures with one status. */
interface Failure {
  readonly texts: readonly string[];
  readonly schemas: readonly Json[];

  /** The name of a response component that describes all of them; `null` if there is none. */
  readonly shared: string | null;
}

const PARTS = ['args', 'query', 'headers', 'cookies', 'body', 'files'] as const;

/** The failures of invalid input, and of invalid bodies by status. */
const INVALID = failure(
  'Some values are invalid; the response lists them.',
  'InputProblem',
  'InputInvalid',
);
const BODY_FAILURES = [
  [400, failure('The request cannot be read.', 'Problem', 'BadRequest')],
  [413, failure('The body exceeds a limit.', 'Problem', 'ContentTooLarge')],
  [415, failure('The body has an unsupported type.', 'Problem', 'MediaTypeUnsupported')],
] as const;

function failure(text: string, schema: string, response: string | null): Failure {
  return { texts: [text], schemas: [shared(schema)], shared: response };
}

/** Returns an operation's responses: those described, its problems, and those that the framework can send. */
export function responsesOf(parts: ResponseParts): Json {
  const { responses = { 200: {} } } = parts.description;
  const failures = failuresOf(parts);
  const written: Json = {};
  // The order does not matter: JavaScript iterates over integer keys in ascending order.
  for (const [status, each] of failures) written[status] = failureResponse(each);
  for (const [status, text] of parts.middleware) {
    if (status < 400) written[status] = { description: text };
  }
  for (const [status, described] of Object.entries(responses)) {
    const phrase = parts.middleware.get(Number(status)) ?? defaultDescription(Number(status));
    const response = describedResponse(status, described, phrase, parts.describe);
    const known = failures.get(Number(status));
    written[status] = known === undefined ? response : joined(response, known);
  }
  written['default'] = { $ref: '#/components/responses/Problem' };
  return written;
}

type Described = Schema | ResponseDescription<Schema> | null;

/** @param phrase describes the response if it has no text of its own */
function describedResponse(
  status: string,
  described: Described,
  phrase: string,
  describe: DescribePart,
): Json {
  if (described === null) return { description: phrase };
  const part = `response ${status}`;
  if (isSchema(described)) {
    return { description: phrase, content: json('application/json', describe(described, part)) };
  }
  const { schema, type, headers, text = phrase } = described;
  const content =
    schema === undefined
      ? type !== undefined && { content: { [type]: {} } }
      : { content: json(type ?? 'application/json', describe(schema, part)) };
  const fields = Object.entries(headers ?? {}).map(([name, field]) => [
    name,
    {
      ...(field.text !== undefined && { description: field.text }),
      ...(field.required === true && { required: true }),
      schema:
        field.schema === undefined
          ? { type: 'string' }
          : describe(field.schema, `${part}, header ${name}`),
    },
  ]);
  return {
    description: text,
    ...(fields.length > 0 && { headers: Object.fromEntries(fields) as Json }),
    ...content,
  };
}

function json(type: string, schema: Json): Json {
  return { [type]: { schema } };
}

function failuresOf(parts: ResponseParts): ReadonlyMap<number, Failure> {
  const { description, inputStatus, middleware, problem } = parts;
  const failures = new Map<number, Failure>();
  const add = (status: number, added: Failure): void => {
    const known = failures.get(status);
    failures.set(status, known === undefined ? added : both(known, added));
  };
  for (const [status, text] of middleware) {
    if (status >= 400) add(status, failure(text, 'Problem', null));
  }
  for (const each of description.problems ?? []) {
    const { status, title } = each.options;
    add(status, { texts: [title], schemas: [problem(each)], shared: null });
  }
  if (PARTS.some((part) => description[part] !== undefined)) {
    add(inputStatus, inputStatus === 422 ? INVALID : { ...INVALID, shared: null });
  }
  if (acceptedTypes(description).length > 0) {
    for (const [status, each] of BODY_FAILURES) add(status, each);
  }
  return failures;
}

function both(one: Failure, other: Failure): Failure {
  const texts = new Set([...one.texts, ...other.texts]);
  const schemas = [...one.schemas, ...other.schemas].map(
    (schema) => [JSON.stringify(schema), schema] as const,
  );
  return { texts: [...texts], schemas: [...new Map(schemas).values()], shared: null };
}

function failureResponse({ texts, schemas, shared: name }: Failure): Json {
  if (name !== null) return { $ref: `#/components/responses/${name}` };
  return problemResponse(texts.join(' '), schemas);
}

/** Adds the failures with the same status to a described response. */
function joined(response: Json, { texts, schemas }: Failure): Json {
  const described = (response['content'] ?? {}) as Readonly<Record<string, { schema?: Json }>>;
  const own = described[PROBLEM_TYPE]?.schema;
  const { content } = problemResponse('', own === undefined ? schemas : [own, ...schemas]);
  return {
    ...response,
    description: [...new Set([response['description'], ...texts])].join(' '),
    content: { ...described, ...(content as object) },
  };
}
