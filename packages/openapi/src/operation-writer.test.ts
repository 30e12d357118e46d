import { describe as group, expect, it } from '@jest/globals';
import { defineProblem, type EndpointDescription, file, files } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { createApp, type MiddlewareFunction } from 'mortise';
import * as z from 'zod';
import { documented, handler, info } from '../test/documented.js';
import { describe, openApiDocument } from './index.js';

/** The operation of an application with one route. */
function operation(description: EndpointDescription, pattern = '/a'): Record<string, unknown> {
  const [item] = Object.values(documented(description, pattern).paths);
  return item?.['get'] as Record<string, unknown>;
}

group('the responses of an operation', () => {
  const problem = (name: string) => ({
    'application/problem+json': { schema: { $ref: `#/components/schemas/${name}` } },
  });

  it.each<[EndpointDescription, object]>([
    [{}, { 200: { description: 'OK' } }],
    [{ responses: {} }, {}],
    [{ responses: { 204: null } }, { 204: { description: 'No Content' } }],
    [
      { responses: { 200: { text: 'T', type: 'text/csv' } } },
      { 200: { description: 'T', content: { 'text/csv': {} } } },
    ],
    [
      { responses: { 200: { schema: z.string() } } },
      {
        200: { description: 'OK', content: { 'application/json': { schema: { type: 'string' } } } },
      },
    ],
    [
      { responses: { 200: { headers: { A: { text: 'A.' } } } } },
      {
        200: {
          description: 'OK',
          headers: { A: { description: 'A.', schema: { type: 'string' } } },
        },
      },
    ],
    [
      { query: z.object({}), responses: {} },
      { 422: { $ref: '#/components/responses/InputInvalid' } },
    ],
    [
      { accepts: ['text/css'], responses: {} },
      {
        400: { $ref: '#/components/responses/BadRequest' },
        413: { $ref: '#/components/responses/ContentTooLarge' },
        415: { $ref: '#/components/responses/MediaTypeUnsupported' },
      },
    ],
    [
      {
        query: z.object({}),
        responses: { 422: { schema: z.string(), type: 'application/problem+json', text: 'T' } },
      },
      {
        422: {
          description: 'T Some values are invalid; the response lists them.',
          content: {
            'application/problem+json': {
              schema: {
                anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/InputProblem' }],
              },
            },
          },
        },
      },
    ],
    [
      {
        accepts: ['text/css'],
        responses: { 415: null },
        problems: [defineProblem({ title: 'T', status: 413, code: 'C' })],
      },
      {
        400: { $ref: '#/components/responses/BadRequest' },
        413: {
          description: 'T The body exceeds a limit.',
          content: {
            'application/problem+json': {
              schema: {
                anyOf: [
                  { $ref: '#/components/schemas/CProblem' },
                  { $ref: '#/components/schemas/Problem' },
                ],
              },
            },
          },
        },
        415: {
          description: 'Unsupported Media Type The body has an unsupported type.',
          content: problem('Problem'),
        },
      },
    ],
  ])('of %j are described', (description, expected) => {
    const { default: other, ...responses } = operation(description)['responses'] as {
      default: unknown;
    };
    expect(responses).toStrictEqual(expected);
    expect(other).toEqual({ $ref: '#/components/responses/Problem' });
  });

  it.each(['args', 'query', 'headers', 'cookies', 'body', 'files'])(
    'include that of invalid input if %s are described',
    (part) => {
      const description = { [part]: part === 'files' ? { a: file() } : z.object({}) };
      expect(Object.keys(operation(description)['responses'] as object)).toContain('422');
    },
  );

  it('of one status of middleware and a body have both texts', () => {
    const noToken = describe<MiddlewareFunction>((request, next) => next.handle(request), {
      responses: { 400: 'No token.' },
    });
    const app = createApp();
    app.post('/a', endpoint({ accepts: ['text/css'] }, handler as never)).add(noToken);
    expect(openApiDocument(app, { info }).paths['/a']).toHaveProperty('post.responses.400', {
      description: 'No token. The request cannot be read.',
      content: problem('Problem'),
    });
  });

  it.each([
    ['OUT_OF_STOCK', 'OutOfStockProblem'],
    ['A', 'AProblem'],
    ['A1_B2', 'A1B2Problem'],
    ['A__B_', 'ABProblem'],
  ])('with the problem %s refer to %s', (code, name) => {
    const { schemas } = documented({
      problems: [
        defineProblem({ title: 'T', status: 410, code, schema: z.object({ n: z.int() }) }),
      ],
    }).components;
    expect(schemas[name]).toMatchObject({
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        { type: 'object', title: 'T', required: ['code'] },
        { properties: { n: { type: 'integer' } } },
      ],
    });
    expect(schemas[name]).not.toHaveProperty('allOf.1.properties.type');
  });
});

group('the parameters of an operation', () => {
  it('are those of the path, the query, the headers and the cookies, in this order', () => {
    const part = z.object({ a: z.string(), o: z.string().optional() });
    const description = { args: part, cookies: part, headers: part, query: part };
    const { parameters } = operation(description, '/{a}') as {
      parameters: readonly Record<string, unknown>[];
    };
    expect(parameters.map(({ name, in: place, required }) => [place, name, required])).toEqual([
      ['path', 'a', true],
      ...['query', 'header', 'cookie'].flatMap((place) => [
        [place, 'a', true],
        [place, 'o', undefined],
      ]),
    ]);
  });

  it.each(['headers', 'cookies'])('are only the named ones of %s with any others', (part) => {
    const schema = z.looseObject({ a: z.string() });
    expect(operation({ [part]: schema })['parameters']).toMatchObject([{ name: 'a' }]);
    expect(operation({ [part]: schema })['parameters']).toHaveLength(1);
  });

  const text = z.string();
  const int = z.int();
  it.each<[string, z.ZodType, object]>([
    ['loose', z.looseObject({ a: text }), {}],
    ['catchall', z.object({ a: text }).catchall(text), { type: 'string' }],
    ['reference', z.object({ a: text }).catchall(text).meta({ id: 'Q' }), { type: 'string' }],
    ['intersection', z.object({ a: text }).and(z.record(text, int)), { type: 'integer' }],
    [
      'union',
      z.union([z.object({ a: text }), z.object({ a: text }).catchall(text)]),
      { type: 'string' },
    ],
  ])('of an open query (%s) are the named ones, and one for the others', (_, query, rest) => {
    const parameters = operation({ query })['parameters'] as readonly object[];
    expect(parameters.slice(1)).toEqual([
      {
        name: 'others',
        in: 'query',
        style: 'form',
        explode: true,
        schema: { type: 'object', additionalProperties: rest },
      },
    ]);
    expect(parameters[0]).toMatchObject({ name: 'a', in: 'query', schema: { type: 'string' } });
  });

  it('of a query with patterns of names keep the patterns', () => {
    const jsonSchema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      patternProperties: { '^x-': { type: 'integer' } },
      required: ['a'],
      additionalProperties: false,
    };
    const input = () => jsonSchema;
    const validate = (value: unknown) => ({ value });
    const query = {
      '~standard': { version: 1, vendor: 'x', validate, jsonSchema: { input, output: input } },
    };
    expect(operation({ query })['parameters']).toMatchObject([
      { name: 'a', required: true },
      {
        name: 'others',
        schema: {
          type: 'object',
          patternProperties: { '^x-': { type: 'integer' } },
          additionalProperties: false,
        },
      },
    ]);
  });

  it('have the style of the schema that they refer to', () => {
    const list = z.array(z.string()).meta({ id: 'List' });
    const query = z.object({ a: list });
    expect(operation({ query })['parameters']).toEqual([
      {
        name: 'a',
        in: 'query',
        required: true,
        style: 'form',
        explode: true,
        schema: { $ref: '#/components/schemas/List' },
      },
    ]);
  });
});

group('the form of a request', () => {
  it('has its fields and its files, of which those are required that are not optional', () => {
    const description = {
      body: z.object({ a: z.string(), list: z.array(z.string()).optional() }),
      files: { one: file(), more: files({ optional: true }), none: file({ optional: true }) },
    };
    const body = operation(description)['requestBody'] as {
      content: Record<string, { schema: object }>;
    };
    expect(body).toHaveProperty('required', true);
    const { schema } = body.content['multipart/form-data'] ?? {};
    expect(Object.keys((schema as { properties: object }).properties)).toEqual([
      'a',
      'list',
      'one',
      'more',
      'none',
    ]);
    expect(schema).toMatchObject({ type: 'object', required: ['a', 'one'] });
  });

  it('is described by no schema if it has neither fields nor files', () => {
    const accepts = ['application/x-www-form-urlencoded', 'text/css'];
    expect(operation({ accepts })['requestBody']).toEqual({
      required: false,
      content: { 'application/x-www-form-urlencoded': {}, 'text/css': {} },
    });
  });

  it('has the same schema as JSON, and repeats the names of lists', () => {
    const a = z.array(z.string());
    const either = z.union([z.string(), a]);
    const body = z.object({ a, either, text: z.string(), any: z.union([a, z.object({})]) });
    const urlEncoded = 'application/x-www-form-urlencoded';
    const accepts = ['application/json', urlEncoded, 'multipart/form-data'];
    const schema = { $ref: '#/components/schemas/Form' };
    const list = { style: 'form', explode: true };
    expect(operation({ accepts, body: body.meta({ id: 'Form' }) })['requestBody']).toEqual({
      required: true,
      content: {
        'application/json': { schema },
        [urlEncoded]: { schema, encoding: { a: list, either: list } },
        'multipart/form-data': { schema },
      },
    });
  });
});
