import { describe as group, expect, it } from '@jest/globals';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type EndpointDescription, type FileRule, file, files } from '@mortise/contract';
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

  it('runs no code of the schema of a zod body to know whether it is required', () => {
    let runs = 0;
    const counted = z.object({}).refine(() => (runs += 1) > 0);
    const transformed = z.preprocess((value) => ((runs += 1), value), z.object({}));
    for (const body of [counted, counted.optional(), transformed]) operationOf({ body });
    expect(runs).toBe(0);
  });

  it('says of a body, not of a response, that it has no other members', () => {
    const content = z.strictObject({ a: z.string() });
    const operation = operationOf({ body: content, responses: { 200: content } });
    const schema = ['content', 'application/json', 'schema'];
    expect(operation).toHaveProperty(['requestBody', ...schema, 'additionalProperties'], false);
    expect(operation).not.toHaveProperty(['responses', '200', ...schema, 'additionalProperties']);
  });

  it('omits headers that OpenAPI describes elsewhere, whatever their case', () => {
    const names = ['Accept', 'authorization', 'CONTENT-TYPE', 'X-A'];
    const headers = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
    expect(operationOf({ headers })).toMatchObject({ parameters: [{ name: 'X-A', in: 'header' }] });
  });

  it.each(['query', 'cookies'])('keeps the member Accept of the %s', (part) => {
    expect(operationOf({ [part]: z.object({ Accept: z.string() }) })).toMatchObject({
      parameters: [{ name: 'Accept' }],
    });
  });

  it('has the description of each parameter, and says which are required or deprecated', () => {
    const query = z.object({
      a: z.string().meta({ description: 'A.' }),
      b: z.string().meta({ deprecated: true }).optional(),
      c: z.string().meta({ deprecated: false }).optional(),
    });
    const a = { type: 'string', description: 'A.' };
    const b = { type: 'string', deprecated: true };
    const c = { type: 'string', deprecated: false };
    expect(operationOf({ query })).toHaveProperty('parameters', [
      { name: 'a', in: 'query', required: true, description: 'A.', schema: a },
      { name: 'b', in: 'query', deprecated: true, schema: b },
      { name: 'c', in: 'query', schema: c },
    ]);
  });

  it('requires a parameter of alternatives if all of them require it', () => {
    const [a, b] = [z.string(), z.string()];
    const query = z.union([z.object({ a, b }), z.object({ a, b }), z.object({ a })]);
    expect(operationOf({ query })).toHaveProperty('parameters', [
      { name: 'a', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'b', in: 'query', schema: { type: 'string' } },
    ]);
  });

  it.each<[string, string, object]>([
    ['a list', 'query', { style: 'form', explode: true }],
    ['an object', 'query', { style: 'deepObject', explode: true }],
    ['a list', 'headers', {}],
    ['a list', 'cookies', {}],
  ])('writes the style of %s in the %s as %j', (what, part, expected) => {
    const schema = what === 'a list' ? z.array(z.string()) : z.object({ b: z.string() });
    const { parameters } = operationOf({ [part]: z.object({ a: schema.optional() }) }) as {
      parameters: readonly Record<string, unknown>[];
    };
    const { name, style, explode } = parameters[0] ?? {};
    expect({ name, style, explode }).toEqual({ name: 'a', ...expected });
  });

  it.each<[string, z.ZodType, unknown]>([
    ['an object or null', z.object({ b: z.string() }).nullable(), 'deepObject'],
    [
      'one of two objects',
      z.union([z.object({ b: z.string() }), z.object({ c: z.string() }).meta({ id: 'C' })]),
      'deepObject',
    ],
    [
      'an intersection of objects',
      z.object({ b: z.string() }).and(z.object({ c: z.string() })),
      'deepObject',
    ],
    ['a list or null', z.array(z.string()).nullable(), 'form'],
    ['an object or text', z.union([z.object({}), z.string()]), undefined],
    ['any value', z.union([z.array(z.string()), z.any()]), undefined],
  ])('writes the style of a parameter that is %s', (_what, a, style) => {
    const { parameters } = operationOf({ query: z.object({ a }) }) as {
      parameters: readonly Record<string, unknown>[];
    };
    expect(parameters[0]?.['style']).toBe(style);
  });

  it('repeats the name of a list of a form, even if it can be null', () => {
    const body = z.object({ tags: z.array(z.string()).nullable(), title: z.string().nullable() });
    const type = 'application/x-www-form-urlencoded';
    const operation = operationOf({ body, accepts: [type] });
    expect(operation).toHaveProperty(['requestBody', 'content', type, 'encoding'], {
      tags: { style: 'form', explode: true },
    });
  });

  it('describes a form without files like JSON', () => {
    const accepts = ['application/json', 'application/x-www-form-urlencoded'];
    const body = z.object({ title: z.string() }).meta({ id: 'Book' });
    const reference = { schema: { $ref: '#/components/schemas/Book' } };
    const content = Object.fromEntries(accepts.map((type) => [type, reference]));
    expect(operationOf({ body, accepts })).toHaveProperty('requestBody.content', content);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'describes an object in a form of the type %s as endpoints read it',
    (type) => {
      const body = z.object({ title: z.string(), size: z.object({ width: z.int() }) });
      expect(operationOf({ body, accepts: [type] })).toHaveProperty(
        ['requestBody', 'content', type, 'encoding'],
        { size: { style: 'deepObject', explode: true } },
      );
    },
  );

  it('lists the types of files in the encoding of their fields', () => {
    const images = {
      a: file({ types: ['image/png', 'image/gif'] }),
      b: files({ types: ['image/*'] }),
    };
    expect(
      operationOf({ files: { ...images, c: file({ types: ['text/csv'] }), d: file() } }),
    ).toHaveProperty(['requestBody', 'content', 'multipart/form-data', 'encoding'], {
      a: { contentType: 'image/png, image/gif' },
      b: { contentType: 'image/*' },
    });
  });

  it('names the parameter for all other names of a query as no member is named', () => {
    const query = z.looseObject({ others: z.string(), others_: z.string() });
    const { parameters } = operationOf({ query }) as { parameters: readonly { name: string }[] };
    expect(parameters.map(({ name }) => name)).toEqual(['others', 'others_', 'others__']);
  });

  it('omits a default that a function creates, and keeps others, also of a member named default', () => {
    let made = 0;
    const body = z.object({
      id: z.string().default(() => `id-${made++}`),
      kind: z.enum(['a', 'b']).default('a'),
      default: z.array(z.union([z.int().default(() => made++), z.string()])).default([]),
    });
    const operation = operationOf({ body });
    expect(operation).toHaveProperty(
      ['requestBody', 'content', 'application/json', 'schema', 'properties'],
      {
        id: { type: 'string' },
        kind: { type: 'string', enum: ['a', 'b'], default: 'a' },
        default: {
          type: 'array',
          items: {
            anyOf: [
              expect.not.objectContaining({ default: expect.anything() }),
              { type: 'string' },
            ],
          },
          default: [],
        },
      },
    );
  });

  it.each<[string, FileRule, object]>([
    ['any file', file(), { contentMediaType: 'application/octet-stream' }],
    ['one type', file({ types: ['image/png'] }), { contentMediaType: 'image/png' }],
    ['a range of types', file({ types: ['image/*'] }), { description: 'Media types: image/*.' }],
    [
      'two types and a size',
      file({ types: ['image/png', 'image/gif'], maxBytes: 9 }),
      {
        description: 'Media types: image/png, image/gif. At most 9 bytes.',
      },
    ],
  ])('describes a field of %s', (_what, rule, schema) => {
    expect(operationOf({ files: { a: rule } })).toHaveProperty(
      ['requestBody', 'content', 'multipart/form-data', 'schema'],
      { type: 'object', properties: { a: { type: 'string', ...schema } }, required: ['a'] },
    );
  });

  it.each<[string, FileRule, object]>([
    ['any number of', files(), {}],
    ['at most two', files({ max: 2 }), { maxItems: 2 }],
  ])('describes a field of %s files', (_what, rule, schema) => {
    const items = { type: 'string', contentMediaType: 'application/octet-stream' };
    expect(operationOf({ files: { a: rule } })).toHaveProperty(
      ['requestBody', 'content', 'multipart/form-data', 'schema', 'properties'],
      { a: { type: 'array', items, ...schema } },
    );
  });
});

/** The operation of an application with one route. */
function operationOf(description: EndpointDescription): unknown {
  const app = createApp();
  app.post('/', endpoint(description, ((_: unknown, response: never) => response) as never));
  const { paths } = openApiDocument(app, { info: { title: 'A', version: '1' } });
  return (paths['/'] as { readonly post?: unknown }).post;
}
