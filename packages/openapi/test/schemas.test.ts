import { describe as group, expect, it } from '@jest/globals';
import type { EndpointDescription } from '@mortise/contract';
import { defineProblem } from '@mortise/contract';
import { endpoint, endpoints } from '@mortise/endpoint';
import { type as ark } from 'arktype';
import { createApp } from 'mortise';
import * as v from 'valibot';
import * as z from 'zod';
import { openApiDocument, OpenApiError } from '../src/index.js';
import { documented, handler, info } from './documented.js';

group('openApiDocument', () => {
  it('omits the bounds of safe integers, and additionalProperties: false in responses', () => {
    const { paths } = documented({ responses: { 200: z.object({ n: z.int() }) } });
    expect(JSON.stringify(paths)).not.toMatch(/9007199254740991|additionalProperties/);
  });

  it('creates BookInput beside Book if they differ, even for schemas that refer to them', () => {
    const Author = z.object({ name: z.string().default('x') }).meta({ id: 'Author' });
    const Book = z.object({ by: Author }).meta({ id: 'Book' });
    const Same = z.object({ a: z.string() }).meta({ id: 'Same' });
    const app = createApp();
    app.post(
      '/',
      endpoint(
        {
          body: z.object({ book: Book, same: Same }),
          responses: { 200: z.object({ book: Book, same: Same }) },
        },
        handler as never,
      ),
    );
    const { schemas } = openApiDocument(app, { info }).components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Author', 'AuthorInput', 'Book', 'BookInput', 'Same']),
    );
    expect(Object.keys(schemas)).not.toContain('SameInput');
    expect(schemas['BookInput']).toMatchObject({
      properties: { by: { $ref: '#/components/schemas/AuthorInput' } },
    });
  });

  it('numbers different schemas of one id', () => {
    const app = createApp();
    for (const type of ['string', 'integer']) {
      const jsonSchema = () => ({ $ref: '#/$defs/Same', $defs: { Same: { type } } });
      const described = endpoints({ jsonSchema })(
        { responses: { 200: z.unknown() } },
        handler as never,
      );
      app.get(`/${type}`, described);
    }
    expect(Object.keys(openApiDocument(app, { info }).components.schemas)).toEqual(
      expect.arrayContaining(['Same', 'Same2']),
    );
  });

  it('numbers different problems of one code, and renames a schema with the id of a problem', () => {
    const options = { title: 'A', status: 409, code: 'SOLD_OUT' };
    const Problem = defineProblem({ ...options, schema: z.object({ a: z.int() }) });
    const Other = defineProblem({ ...options, schema: z.object({ b: z.int() }) });
    const schema = z.object({ c: z.int() }).meta({ id: 'SoldOutProblem' });
    const { paths, components } = documented({
      responses: { 200: schema },
      problems: [Problem, Other, Problem],
    });
    const references = JSON.stringify(paths).match(/\w*SoldOut\w+/g) ?? [];
    expect(references).toEqual(['SoldOutProblemSchema', 'SoldOutProblem', 'SoldOutProblem2']);
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(references));
  });

  it('makes a component of a schema that refers to itself and has no name', () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const { paths, components } = documented({ responses: { 200: Tree } });
    const Schema1 = { $ref: '#/components/schemas/Schema1' };
    expect(paths['/a']).toMatchObject({
      get: { responses: { 200: { content: { 'application/json': { schema: Schema1 } } } } },
    });
    expect(components.schemas['Schema1']).toMatchObject({
      properties: { children: { type: 'array', items: Schema1 } },
    });
  });

  it('follows references to names that are percent-encoded, or have a percent sign', () => {
    const part = { $ref: '#/$defs/50%' };
    const other = { $ref: '#/$defs/50%25' };
    const $defs = { '50%': { type: 'string' } };
    const jsonSchema = () => ({ type: 'object', properties: { part, other }, $defs });
    const make = endpoints({ jsonSchema });
    const document = documented({ responses: { 200: z.object({}) } }, '/a', make);
    const text = JSON.stringify(document.paths);
    expect(text.match(/"#\/components\/schemas\/50_"/g)).toHaveLength(2);
    expect(document.components.schemas['50_']).toEqual({ type: 'string' });
  });

  it('reads a schema once for each direction', () => {
    const read: string[] = [];
    const schema = {
      '~standard': {
        version: 1 as const,
        vendor: 'counting',
        validate: (value: unknown) => ({ value }),
        jsonSchema: {
          input: () => (read.push('input'), { type: 'object' }),
          output: () => (read.push('output'), { type: 'object' }),
        },
      },
    };
    const app = createApp();
    const description = { body: schema, responses: { 200: schema, 201: schema } };
    app.post('/a', endpoint(description, handler as never));
    app.post('/b', endpoint(description, handler as never));
    openApiDocument(app, { info });
    expect(read).toEqual(['input', 'output']);
  });

  it.each<[string, EndpointDescription, RegExp]>([
    [
      'a date of zod',
      { query: z.object({ at: z.date() }) },
      /^GET \/a, query: this zod schema cannot be converted to JSON Schema \(Date cannot/,
    ],
    [
      'a date of arktype',
      { responses: { 200: ark({ at: 'Date' }) } },
      /^GET \/a, response 200: this arktype schema/,
    ],
    [
      'valibot alone',
      { body: v.object({}) },
      /^GET \/a, body: this valibot schema .* wrap it in toStandardJsonSchema\(\)/,
    ],
    [
      'a member of a problem',
      {
        problems: [
          defineProblem({ title: 'X', status: 409, code: 'X', schema: z.object({ at: z.date() }) }),
        ],
      },
      /^GET \/a, problem X/,
    ],
  ])('refuses %s, and names route and part', (_what, description, message) => {
    expect(() => documented(description)).toThrow(OpenApiError);
    expect(() => documented(description)).toThrow(message);
  });

  it('treats a schema without JSON Schema as any value if configured', () => {
    const app = createApp();
    app.get('/', endpoint({ query: z.object({ at: z.date() }) }, handler as never));
    const { paths } = openApiDocument(app, { info, onUnknownSchema: 'any' });
    expect(paths['/']).toMatchObject({ get: { parameters: [{ name: 'at', schema: {} }] } });
  });

  it('uses the JSON Schema that was passed to the endpoint', () => {
    const make = endpoints({
      jsonSchema: () => ({ type: 'object', properties: { n: { type: 'number' } } }),
    });
    const { paths } = documented({ query: v.object({ n: v.number() }) }, '/a', make);
    expect(paths['/a']).toMatchObject({
      get: { parameters: [{ name: 'n', schema: { type: 'number' } }] },
    });
  });
});
