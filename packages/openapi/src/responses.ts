import {
  acceptedTypes,
  type AnyProblemClass,
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type Schema,
} from '@mortise/contract';
import type { DescribePart } from './parameters.js';
import { problemResponse, shared } from './problems.js';
import { reasonPhrase } from './reason-phrase.js';
import type { Json } from './schemas/json.js';

/** The inputs for the responses of an operation. */
export interface ResponseParts {
  readonly description: EndpointDescription<Schema>;

  /** The status of invalid input. */
  readonly inputStatus: number;

  /** The descriptions of the responses of the operation's middleware, by status. */
  readonly middleware: ReadonlyMap<number, string>;

  /** Describes what a schema returns. */
  readonly describe: DescribePart;

  /** Creates the component of a kind of problem. */
  readonly problem: (problem: AnyProblemClass) => Json;
}

/** The failures of one status. */
interface Failure {
  readonly texts: string[];
  readonly schemas: Json[];

  /** The name of a response component that alone describes the failure; `null` if there is none. */
  readonly shared: string | null;
}

/** Writes the responses of an operation: described ones, problems, and those of the framework that can happen. */
export function responsesOf(parts: ResponseParts): Json {
  const { responses } = parts.description;
  const failures = failuresOf(parts);
  const written: Json = {};
  for (const [status, described] of Object.entries(responses ?? { 200: {} })) {
    written[status] = describedResponse(Number(status), described, parts.describe);
  }
  for (const [status, failure] of failures) {
    const known = written[status] as Json | undefined;
    written[status] = known === undefined ? failureResponse(failure) : joined(known, failure);
  }
  return { ...written, default: { $ref: '#/components/responses/Problem' } };
}

type Described = Schema | ResponseDescription<Schema> | null;

function describedResponse(status: number, described: Described, describe: DescribePart): Json {
  const phrase = reasonPhrase(status);
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

function failuresOf({ description, inputStatus, middleware, problem }: ResponseParts) {
  const failures = new Map<number, Failure>();
  const add = (status: number, text: string, schema: Json, response: string | null): void => {
    const known = failures.get(status);
    if (known === undefined) {
      failures.set(status, { texts: [text], schemas: [schema], shared: response });
      return;
    }
    if (!known.texts.includes(text)) known.texts.push(text);
    const isNew = known.schemas.every((each) => JSON.stringify(each) !== JSON.stringify(schema));
    if (isNew) known.schemas.push(schema);
  };
  for (const [status, text] of middleware) add(status, text, shared('Problem'), null);
  for (const each of description.problems ?? []) {
    add(each.options.status, each.options.title, problem(each), null);
  }
  const { args, query, headers, cookies, body, files } = description;
  if ((args ?? query ?? headers ?? cookies ?? body ?? files) !== undefined) {
    const text = 'Some values are invalid; the response lists them.';
    add(inputStatus, text, shared('InputProblem'), inputStatus === 422 ? 'InputInvalid' : null);
  }
  if (acceptedTypes(description).length > 0) {
    add(400, 'The request cannot be read.', shared('Problem'), 'BadRequest');
    add(413, 'The body exceeds a limit.', shared('Problem'), 'ContentTooLarge');
    add(415, 'The body has an unsupported type.', shared('Problem'), 'MediaTypeUnsupported');
  }
  return [...failures].sort(([one], [other]) => one - other);
}

function failureResponse({ texts, schemas, shared: name }: Failure): Json {
  if (name !== null) return { $ref: `#/components/responses/${name}` };
  return problemResponse(texts.join(' '), schemas);
}

/** A described response whose status a problem can have, too. */
function joined(response: Json, { texts, schemas }: Failure): Json {
  const { content } = problemResponse('', schemas);
  return {
    ...response,
    description: [response['description'], ...texts].join(' '),
    content: { ...(response['content'] as object | undefined), ...(content as object) },
  };
}
