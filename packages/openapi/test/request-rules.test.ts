import { describe as group, expect, it } from '@jest/globals';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type EndpointDescription, file } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { createApp } from 'mortise';
import { type as ark } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { openApiDocument } from '../src/index.js';

const offline = v.pipeAsync(
  v.any(),
  v.checkAsync(() => Promise.reject(new Error('offline'))),
);
const failing = (): never => {
  throw new Error('no object');
};

/** A schema of an object that validates in its own way. */
function withValidate(validate: (value: unknown) => unknown) {
  return { '~standard': { ...ark({})['~standard'], validate } };
}

group('the description of a request', () => {
  it.each<[string, boolean, EndpointDescription]>([
    ['one of its files is', true, { files: { a: file(), b: file({ optional: true }) } }],
    ['all its files are optional', false, { files: { a: file({ optional: true }) } }],
    ['it has no fields', false, { accepts: ['text/plain'] }],
    ['it has a schema', true, { body: z.object({}) }],
    ['its schema is optional', false, { body: z.object({}).optional() }],
    [
      'its schema of another library is optional',
      false,
      { body: toStandardJsonSchema(v.optional(v.object({}))) },
    ],
    ['its schema has a default', false, { body: z.object({}).default({}) }],
    ['its schema is optional and has a file', true, { body: z.any(), files: { a: file() } }],
    ['its schema is asynchronous', true, { body: withValidate(offline['~standard'].validate) }],
    ['its schema fails without one', true, { body: withValidate(failing) }],
  ])('if %s, says that its body is required: %j', (_case, required, description) => {
    expect(operationOf(description)).toMatchObject({ requestBody: { required } });
  });

  it('omits headers that OpenAPI describes elsewhere, whatever their case', () => {
    const names = ['Accept', 'authorization', 'CONTENT-TYPE', 'X-A'];
    const headers = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
    expect(operationOf({ headers })).toMatchObject({ parameters: [{ name: 'X-A', in: 'header' }] });
  });
});

/** The operation of an application with one route. */
function operationOf(description: EndpointDescription): unknown {
  const app = createApp();
  app.post('/', endpoint(description, ((_: unknown, response: never) => response) as never));
  const { paths } = openApiDocument(app, { info: { title: 'A', version: '1' } });
  return (paths['/'] as { readonly post?: unknown }).post;
}
