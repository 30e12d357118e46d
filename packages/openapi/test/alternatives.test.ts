import { describe, expect, it } from '@jest/globals';
import type { EndpointDescription } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as ark } from 'arktype';
import { createApp, serve } from 'mortise';
import * as v from 'valibot';
import * as z from 'zod';
import { openApiDocument } from '../src/index.js';
import { danglingReferences } from './dangling-references.js';
import { documented, handler, info } from './documented.js';

const card = z.object({ kind: z.literal('card'), number: z.string() });
const iban = z.object({ kind: z.literal('iban'), iban: z.string() });
const kinds = {
  anyOf: [
    { type: 'string', const: 'card' },
    { type: 'string', const: 'iban' },
  ],
};

/** The parameters of an operation, by name: the schema, and whether it is required. */
function parametersOf(description: EndpointDescription, pattern?: string) {
  const { get } = documented(description, pattern).paths[pattern ?? '/a'] as {
    readonly get: {
      readonly parameters: readonly { name: string; required?: true; schema: object }[];
    };
  };
  return Object.fromEntries(
    get.parameters.map(({ name, required = false, schema }) => [name, [schema, required]]),
  );
}

describe('a parameter that alternatives share', () => {
  it.each(['query', 'headers', 'cookies'])('is anyOf all of them: %s', (part) => {
    const text = { type: 'string' };
    for (const schema of [
      z.discriminatedUnion('kind', [card, iban]),
      z.union([card, iban]),
      z.intersection(z.object({}), z.union([card, iban])),
      z.union([card, z.union([iban, card])]),
    ]) {
      expect(parametersOf({ [part]: schema })).toEqual({
        kind: [kinds, true],
        number: [text, false],
        iban: [text, false],
      });
    }
  });

  it.each<[string, NonNullable<EndpointDescription['query']>]>([
    [
      'valibot',
      toStandardJsonSchema(
        v.intersect([
          v.object({ n: v.string() }),
          v.union([v.object({ k: v.literal('a') }), v.object({ k: v.literal('b') })]),
        ]),
      ),
    ],
    ['arktype', ark({ n: 'string', k: "'a'" }).or({ n: 'string', k: "'b'" })],
  ])('is anyOf all of them in %s', (_name, query) => {
    expect(parametersOf({ query })).toEqual({
      n: [{ type: 'string' }, true],
      k: [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, true],
    });
  });

  it('has the types of all of them, and is required if all require it', () => {
    const query = z.union([
      z.object({ a: z.int(), b: z.string().optional() }),
      z.object({ a: z.enum(['all']), b: z.boolean() }),
    ]);
    expect(parametersOf({ query })).toEqual({
      a: [{ anyOf: [{ type: 'integer' }, { type: 'string', enum: ['all'] }] }, true],
      b: [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, false],
    });
  });

  it('is one header, in any case of its name', () => {
    const headers = z.union([
      z.object({ 'X-V': z.literal('1') }),
      z.object({ 'x-v': z.literal('2') }),
    ]);
    const [one, two] = ['1', '2'].map((value) => ({ type: 'string', const: value }));
    expect(parametersOf({ headers })).toEqual({ 'X-V': [{ anyOf: [one, two] }, true] });
  });

  it('is anyOf all of them in the path', () => {
    const args = z.union([z.object({ id: z.int() }), z.object({ id: z.enum(['me']) })]);
    expect(parametersOf({ args }, '/{id}')).toEqual({
      id: [{ anyOf: [{ type: 'integer' }, { type: 'string', enum: ['me'] }] }, true],
    });
  });

  it('is accepted by the server as each of them', async () => {
    const app = createApp();
    const query = z.discriminatedUnion('kind', [card, iban]);
    const description = { query, responses: { 200: z.object({ kind: z.string() }) } };
    app.get(
      '/',
      endpoint(description, (_request, respond, input) => respond(200, input.query)),
    );
    const server = await serve(app, { port: 0 });
    try {
      for (const sent of ['kind=card&number=4', 'kind=iban&iban=4']) {
        expect((await fetch(`${server.url}/?${sent}`)).status).toBe(200);
      }
      expect((await fetch(`${server.url}/?kind=cash`)).status).toBe(422);
    } finally {
      await server.close();
    }
  });
});

describe('the names of schemas', () => {
  it('can have any character', () => {
    const names = [
      'a/b',
      'a~b',
      'a~1b',
      'a%2Fb',
      '50%',
      'a b',
      'é',
      '#',
      '"',
      '$&',
      '__proto__',
      '/',
      '~',
    ];
    const app = createApp();
    for (const [index, id] of names.entries()) {
      const named = z.object({ [`n${index}`]: z.int() }).meta({ id });
      const body = z.object({ one: named, all: z.array(named) });
      app.post(
        `/${index}`,
        endpoint({ body, query: named, responses: { 200: named } }, handler as never),
      );
    }
    const document = JSON.parse(JSON.stringify(openApiDocument(app, { info }))) as object;
    expect(danglingReferences(document)).toEqual([]);
    const { schemas } = (document as ReturnType<typeof openApiDocument>).components;
    const members = Object.values(schemas).flatMap((schema) =>
      Object.keys((schema as { properties?: object }).properties ?? {}),
    );
    expect(members.filter((name) => /^n\d+$/.test(name)).sort()).toEqual(
      names.map((_, index) => `n${index}`).sort(),
    );
    expect(Object.keys(schemas).filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
  });

  it('are found by an endpoint that converts text, whatever their characters', async () => {
    const app = createApp();
    const names = ['a/b', '50%', 'a~1b', 'a%2Fb'];
    for (const [index, id] of names.entries()) {
      const page = z.int().meta({ id });
      const description = { query: z.object({ page }), responses: { 200: z.int() } };
      app.get(
        `/${index}`,
        endpoint(description, (_request, respond, { query }) => respond(200, query.page)),
      );
    }
    const server = await serve(app, { port: 0 });
    try {
      for (const index of names.keys()) {
        const response = await fetch(`${server.url}/${index}?page=7`);
        expect([response.status, await response.json()]).toEqual([200, 7]);
      }
    } finally {
      await server.close();
    }
  });
});

describe('a value that is read-only', () => {
  it('is sent in requests, and can be read-only in responses', () => {
    const tags = z.array(z.string()).readonly();
    const Book = z.object({ tags }).meta({ id: 'Book' });
    const query = z.object({ q: z.string().readonly() });
    const document = documented({
      query,
      body: z.object({ book: Book }),
      responses: { 200: Book },
    });
    const list = { type: 'array', items: { type: 'string' } };
    const book = { type: 'object', required: ['tags'] };
    expect(document.components.schemas).toMatchObject({
      BookInput: { ...book, properties: { tags: list } },
      Book: { ...book, properties: { tags: { ...list, readOnly: true } } },
    });
    expect(
      JSON.stringify([document.paths, document.components.schemas['BookInput']]),
    ).not.toContain('readOnly');
  });
});
