import { expect, it } from '@jest/globals';
import { PROBLEM_RESPONSES, PROBLEM_SCHEMAS } from './problems.js';

const text = { type: 'string' };

it('the schemas of problems are those of RFC 9457, with a code and violations', () => {
  const { Problem, Violation, InputProblem, ...others } = PROBLEM_SCHEMAS;
  expect(Problem).toMatchObject({
    type: 'object',
    properties: {
      type: { ...text, format: 'uri-reference', default: 'about:blank' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      code: text,
    },
    required: ['title', 'status'],
  });
  expect(Violation).toMatchObject({
    type: 'object',
    properties: {
      in: { enum: ['path', 'query', 'header', 'cookie', 'body', 'file'] },
      pointer: text,
      detail: text,
    },
    required: ['in', 'pointer', 'detail'],
  });
  const items = { $ref: '#/components/schemas/Violation' };
  expect(InputProblem).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      {
        type: 'object',
        properties: { code: { const: 'INPUT_INVALID' }, errors: { type: 'array', items } },
        required: ['code', 'errors'],
      },
    ],
  });
  expect(others).toEqual({});
});

it('every response that is shared is a problem, that of invalid input with its violations', () => {
  const schemas = Object.entries(PROBLEM_RESPONSES).map(([name, { content }]) => [name, content]);
  const problem = (name: string) => ({
    'application/problem+json': { schema: { $ref: `#/components/schemas/${name}` } },
  });
  expect(schemas).toEqual([
    ['Problem', problem('Problem')],
    ['BadRequest', problem('Problem')],
    ['ContentTooLarge', problem('Problem')],
    ['MediaTypeUnsupported', problem('Problem')],
    ['InputInvalid', problem('InputProblem')],
  ]);
});
