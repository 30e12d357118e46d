import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { file } from '@mortise/contract';
import * as z from 'zod';
import * as implementExports from '../src/implement/index.js';
import * as endpointPackage from '../src/index.js';
import { endpoint, endpoints, isEndpoint } from '../src/index.js';

const handler = (_request: unknown, response: never): never => response;

describe('endpoint', () => {
  it.each<[string, object]>([
    ['unknown option endpoint.querry; expected endpoint.query', { querry: z.object({}) }],
    ['invalid endpoint.query: received an object; expected a schema', { query: {} }],
    ['invalid endpoint.accepts.0: received "application/*"', { accepts: ['application/*'] }],
    ['invalid endpoint.accepts.0: received "Text/Plain"', { accepts: ['Text/Plain'] }],
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
      'invalid endpoint.responses.200: received "x"; expected an object',
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
