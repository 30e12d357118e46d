import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { file, files, operation } from '@mortise/contract';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { createApp } from 'mortise';
import * as v from 'valibot';
import * as z from 'zod';
import * as implementExports from '../src/implement/index.js';
import * as endpointPackage from '../src/index.js';
import { endpoint, endpoints, isEndpoint } from '../src/index.js';

const handler = (_request: unknown, response: never): never => response;

describe('endpoint', () => {
  it.each<[string, object]>([
    ['unknown option endpoint.querry; expected endpoint.query', { querry: z.object({}) }],
    ['invalid endpoint.query: received an object; expected a schema', { query: {} }],
    ['unknown option endpoint.params; expected endpoint.args', { params: z.object({}) }],
    ['unknown option endpoint.querystring; expected endpoint.query', { querystring: {} }],
    ['unknown option endpoint.json; expected endpoint.body', { json: z.object({}) }],
    ['unknown option endpoint.response; expected endpoint.responses', { response: {} }],
    ['unknown option endpoint.schema; expected its members here: { args, query,', { schema: {} }],
    [
      'invalid endpoint.body: received an object; expected a schema that implements Standard Schema, such as z.object({ ... }) of zod',
      { body: { type: 'object', properties: {} } },
    ],
    ['invalid endpoint.accepts.0: received "application/*"', { accepts: ['application/*'] }],
    ['invalid endpoint.accepts.0: received "Text/Plain"', { accepts: ['Text/Plain'] }],
    ['invalid endpoint.accepts.0: received null', { accepts: [null] }],
    ['invalid endpoint.files: received an array', { files: [] }],
    ['invalid endpoint.responses: received NaN', { responses: Number.NaN }],
    ['invalid endpoint.problems: received 1', { problems: 1 }],
    ['invalid endpoint.problems[0]: received a function', { problems: [Error] }],
    ['invalid endpoint.summary: received 7', { summary: 7 }],
    ['invalid endpoint.text: received null', { text: null }],
    ['invalid endpoint.tags: received a string of length 5', { tags: 'books' }],
    ['invalid endpoint.deprecated: received "yes"', { deprecated: 'yes' }],
    ['invalid endpoint.security: received an object', { security: { jwt: [] } }],
    [
      'invalid endpoint.accepts.0: received "text/plain; charset=utf-8"',
      { accepts: ['text/plain; charset=utf-8'] },
    ],
    [
      'invalid endpoint.accepts: received an array; expected at least one media type',
      { accepts: [] },
    ],
    [
      'invalid endpoint.accepts: received an array; expected types that include multipart/form-data',
      { accepts: ['text/plain'], files: { a: file() } },
    ],
    [
      'invalid endpoint.files.a: received an object; expected file() or files()',
      { files: { a: {} } },
    ],
    [
      'invalid endpoint.responses.199: received 199; expected a status from 200 to 599',
      { responses: { 199: null } },
    ],
    ['invalid endpoint.responses.600: received 600', { responses: { 600: null } }],
    ['invalid endpoint.responses.2000: received 2000', { responses: { 2000: null } }],
    ['invalid endpoint.responses.1200: received 1200', { responses: { 1200: null } }],
    ['invalid endpoint.accepts.0: received "json"', { accepts: ['json'] }],
    [
      'invalid endpoint.accepts: received "text/csv"; expected a list, such as [\'text/csv\']',
      { accepts: 'text/csv' },
    ],
    [
      'invalid endpoint.responses.200: received a string of length 1; expected an object',
      { responses: { 200: 'x' } },
    ],
    [
      'invalid endpoint.responses.200.schema: received an object; expected a schema',
      { responses: { 200: { schema: {} } } },
    ],
    [
      'unknown option endpoint.responses.200.body; expected one of',
      { responses: { 200: { body: null } } },
    ],
    [
      'invalid endpoint.responses.200.type: received "csv"',
      { responses: { 200: { type: 'csv' } } },
    ],
    [
      'invalid endpoint.responses.200.type: received "text/csv"; expected a JSON type',
      { responses: { 200: { type: 'text/csv', schema: z.string() } } },
    ],
    [
      'invalid endpoint.responses.204: received an instance of ZodObject; expected null, because it has no body',
      { responses: { 204: z.object({}) } },
    ],
    ['expected null, because it has no body', { responses: { 304: { type: 'text/csv' } } }],
    ['expected null, because it has no body', { responses: { 205: { schema: z.object({}) } } }],
  ])('refuses a description: %s', (message, description) => {
    const make = () => endpoint(description, handler as never);
    expect(make).toThrow(OptionError);
    expect(make).toThrow(message);
  });

  it.each(['args', 'query', 'headers', 'cookies', 'body'])(
    'refuses %s without a schema, and names them in the error',
    (part) => {
      expect(() => endpoint({ [part]: {} } as never, handler as never)).toThrow(
        `invalid endpoint.${part}: received an object; expected a schema that implements Standard Schema`,
      );
    },
  );

  it('accepts a response with each part of a description', () => {
    const response = { schema: z.string(), type: 'application/json', headers: {} };
    const responses = { 200: { ...response, text: 'Done.' } };
    expect(isEndpoint(endpoint({ responses }, handler as never))).toBe(true);
  });

  it('accepts a description of a response that has no body', () => {
    const responses = { 204: { text: 'Deleted.', headers: { ETag: {} } } };
    expect(isEndpoint(endpoint({ responses }, handler as never))).toBe(true);
  });

  it.each([200, 599])('accepts a response %d', (status) => {
    const made = endpoint({ responses: { [status]: null } }, handler as never);
    expect(isEndpoint(made)).toBe(true);
  });
});

describe('a file in a schema', () => {
  const zodFile = z.file();
  it.each<[string, object]>([
    ['file() of the contract', z.object({ cover: file() })],
    ['files() of the contract', z.object({ cover: files() })],
    ['an optional file', z.object({ title: z.string(), cover: zodFile.optional() })],
    ['a list of files', z.object({ cover: z.array(zodFile).min(1) })],
    ['a file that is transformed', z.object({ cover: zodFile.transform((given) => given.name) })],
    ['a file of a loose object', z.looseObject({ cover: zodFile })],
    ['a file of valibot', v.object({ cover: v.optional(v.file()) })],
    ['a list of files of valibot', v.object({ cover: v.array(v.pipe(v.blob(), v.maxSize(9))) })],
  ])('is refused with what to write instead: %s', (_name, body) => {
    for (const accepts of [undefined, ['multipart/form-data']]) {
      expect(() => endpoint({ body, accepts } as never, handler as never)).toThrow(
        /^invalid endpoint\.body\.cover: received .*; write files: \{ cover: file\(\) \} beside it/,
      );
    }
  });

  it.each(['args', 'query', 'headers', 'cookies'])('is refused in %s too', (part) => {
    const description = { [part]: z.object({ cover: z.file() }) };
    expect(() => endpoint(description as object, handler as never)).toThrow(
      `invalid endpoint.${part}.cover`,
    );
  });

  it('is refused as the whole body, with the line for a body that the handler reads', () => {
    expect(() => endpoint({ body: z.file() }, handler as never)).toThrow(
      /^invalid endpoint\.body: .*write accepts: \["image\/png"\]$/,
    );
  });

  it('is refused by implement, by the name of the operation', () => {
    const contract = { add: operation('POST', '/', { body: z.object({ cover: z.file() }) }) };
    const register = () =>
      implementExports.implement(createApp(), contract, { add: handler as never });
    expect(register).toThrow('invalid implement.contract.add.body.cover');
  });

  it('is not looked for in a schema that refers to a later one', () => {
    const Tree = z.object({
      get root() {
        return Node;
      },
    });
    const made = endpoint({ body: Tree }, handler as never);
    const Node = z.object({ name: z.string() });
    expect(isEndpoint(made)).toBe(true);
    expect(Tree.parse({ root: { name: 'a' } })).toEqual({ root: { name: 'a' } });
  });

  it('is nowhere in other schemas', () => {
    const schemas = [
      z.object({ kind: z.literal('file'), type: z.string(), list: z.array(z.string().optional()) }),
      z.array(z.object({ a: z.int() })),
      toStandardJsonSchema(v.object({ file: v.string(), item: v.array(v.string()) })),
    ];
    for (const body of schemas) {
      expect(isEndpoint(endpoint({ body }, handler as never))).toBe(true);
    }
  });
});

describe('endpoints', () => {
  it.each<[string, object]>([
    ['unknown option endpoints.check; expected one of', { check: true }],
    ['invalid endpoints.checkResponses: received "no"', { checkResponses: 'no' }],
    ['invalid endpoints.status: received 409; expected 422 or 400', { status: 409 }],
    ['invalid endpoints.jsonSchema: received an object', { jsonSchema: {} }],
  ])('refuses options: %s', (message, options) => {
    expect(() => endpoints(options)).toThrow(message);
  });
});

it('isEndpoint refuses other callbacks', () => {
  const others = [
    handler,
    null,
    { description: {}, settings: {} },
    Object.assign(() => null, { description: {} }),
    Object.assign(() => null, { settings: {} }),
  ];
  expect(others.filter(isEndpoint)).toEqual([]);
});

it('exports exactly the documented names', () => {
  expect(Object.keys(endpointPackage).sort()).toEqual([
    'EndpointBodyError',
    'EndpointError',
    'InputError',
    'endpoint',
    'endpoints',
    'isEndpoint',
  ]);
  expect(Object.keys(implementExports)).toEqual(['implement']);
});
