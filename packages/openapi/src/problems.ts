import type { AnyProblemClass, ProblemOptions } from '@mortise/contract';
import type { DescribePart } from './parameters.js';
import type { Json } from './schemas/json.js';

/** The media type of problems (RFC 9457 6.1). */
export const PROBLEM_TYPE = 'application/problem+json';

/** The schema components of every document. */
export const PROBLEM_SCHEMAS: Readonly<Record<string, Json>> = {
  Problem: {
    type: 'object',
    description: 'A problem (RFC 9457).',
    properties: {
      type: { type: 'string', format: 'uri-reference', default: 'about:blank' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', description: 'A stable code for programs.' },
    },
    required: ['title', 'status'],
  },
  Violation: {
    type: 'object',
    properties: {
      in: { enum: ['path', 'query', 'header', 'cookie', 'body', 'file'] },
      pointer: { type: 'string', description: 'A JSON pointer as a URI fragment (RFC 6901).' },
      detail: { type: 'string' },
    },
    required: ['in', 'pointer', 'detail'],
  },
  InputProblem: {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      {
        type: 'object',
        properties: {
          code: { const: 'INPUT_INVALID' },
          errors: { type: 'array', items: { $ref: '#/components/schemas/Violation' } },
        },
        required: ['code', 'errors'],
      },
    ],
  },
};

/** The response components of every document. */
export const PROBLEM_RESPONSES: Readonly<Record<string, Json>> = {
  Problem: problemResponse('Any other error.', [shared('Problem')]),
  BadRequest: problemResponse('The request cannot be read.', [shared('Problem')]),
  ContentTooLarge: problemResponse('The body exceeds a limit.', [shared('Problem')]),
  MediaTypeUnsupported: problemResponse('The body has an unsupported type.', [shared('Problem')]),
  InputInvalid: problemResponse('Some values are invalid; the response lists them.', [
    shared('InputProblem'),
  ]),
};

/** Returns a reference to a schema component. */
export function shared(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a response whose body is one of several problems. */
export function problemResponse(description: string, schemas: readonly Json[]): Json {
  const [schema = {}, ...others] = schemas;
  const content = others.length === 0 ? schema : { anyOf: schemas };
  return { description, content: { [PROBLEM_TYPE]: { schema: content } } };
}

/** Returns the schema of a kind of problem, including its code and additional members. */
export function problemSchema({ options }: AnyProblemClass, describe: DescribePart): Json {
  const { code, status, title, type, schema } = options;
  const own = {
    type: 'object',
    title,
    properties: {
      code: { const: code },
      status: { const: status },
      ...(type !== undefined && { type: { const: type } }),
    },
    required: ['code'],
  };
  const members = schema === undefined ? [] : [describe(schema, `problem ${code}`)];
  return { allOf: [shared('Problem'), own, ...members] };
}

/** Returns the component name of a kind of problem: `OutOfStockProblem` for `OUT_OF_STOCK`. */
export function problemName({ code }: ProblemOptions): string {
  const words = code.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Problem`;
}
