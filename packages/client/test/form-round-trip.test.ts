import { describe, expect, it } from '@jest/globals';
import { operation } from '@mortise/contract';
import { implement } from '@mortise/endpoint/implement';
import { createApp, serve } from 'mortise';
import * as z from 'zod';
import { createClient, fetchTransport } from '../src/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

const record = z.record(z.string(), z.int());
const texts = z.record(z.string(), z.string());
const list = z.array(z.int());
const Values = z.object({
  record,
  texts,
  list,
  nested: z.object({ record, list, deep: z.object({ lists: z.array(list) }) }),
  numbered: z.object({ 0: z.int(), 1: z.boolean() }),
  either: z.union([z.string(), z.array(z.string())]),
  records: z.array(record),
});
type Values = z.infer<typeof Values>;

const kinds = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), ids: list }),
  z.strictObject({ kind: z.literal('tags'), tags: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('none') }),
]);
/** Members whose types the other alternatives exclude. */
const shared = z.union([
  z.object({ kind: z.literal('card'), n: z.int(), flag: z.boolean(), all: z.array(z.string()) }),
  z.object({ kind: z.literal('iban'), n: z.string(), flag: z.int(), all: z.string() }),
  z.object({ price: z.int(), n: z.boolean() }),
]);
/** Required, with values that a form has no text for, and texts that stand for two values. */
const Required = z.object({
  number: z.int().nullable(),
  list: z.array(z.int()).nullable(),
  map: z.object({ a: z.int() }).nullable(),
  literal: z.literal([1, 'a', true, null]),
  either: z.union([z.int(), z.boolean()]),
  byPrefix: z.looseRecord(z.string().regex(/^x-/), z.int()),
  byName: z.record(z.enum(['a', 'b']), z.boolean()),
});
type Required = z.infer<typeof Required>;
/** Members that can be absent. */
const Optional = z.object({
  list: list.optional(),
  nullable: list.nullable().optional(),
  number: z.int().nullish(),
  record: record.optional(),
  byDefault: z.array(z.string()).default(['a']),
  emptyByDefault: list.default([]),
  filled: z.array(z.int()).min(1).optional(),
  text: z.string().nullish(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
  nested: z.object({ list: list.optional(), tags: z.array(z.string()) }).optional(),
  rows: z.array(z.object({ list: list.optional() })).optional(),
  records: z.array(record).optional(),
  filledText: z.string().min(1).nullish(),
  date: z.iso.date().nullish(),
  dates: z.union([z.iso.date(), z.array(z.iso.date())]).optional(),
});
type Optional = z.input<typeof Optional>;

const url = 'application/x-www-form-urlencoded';
const contract = {
  query: operation('GET', '/q', { query: Values, responses: { 200: Values } }),
  form: operation('POST', '/f', { body: Values, accepts: [url], responses: { 200: Values } }),
  parts: operation('POST', '/m', {
    body: Values,
    accepts: ['multipart/form-data'],
    responses: { 200: Values },
  }),
  kinds: operation('GET', '/k', { query: kinds, responses: { 200: kinds } }),
  whole: operation('GET', '/w', { query: record, responses: { 200: record } }),
  wholeParts: operation('POST', '/wp', {
    body: record,
    accepts: ['multipart/form-data'],
    responses: { 200: record },
  }),
  method: operation('GET', '/me', {
    query: z.object({ toString: list.optional() }),
    responses: { 200: z.boolean() },
  }),
  nullable: operation('GET', '/n', {
    headers: z.object({ 'x-n': z.int().nullable() }),
    cookies: z.object({ n: z.int().nullable() }),
    responses: { 200: z.array(z.int().nullable()) },
  }),
  texts: operation('GET', '/t', {
    headers: z.object({ text: z.string().nullable() }),
    cookies: z.object({
      text: z.string().nullable(),
      list: z.array(z.string()).optional(),
      either: z.union([z.string(), z.array(z.string())]).optional(),
    }),
    responses: { 204: null },
  }),
  one: operation('POST', '/o', {
    body: z.object({ ids: list }),
    accepts: [url],
    responses: { 200: z.object({ ids: list }) },
  }),
  onePart: operation('POST', '/p', {
    body: z.object({ ids: list }),
    accepts: ['multipart/form-data'],
    responses: { 200: z.object({ ids: list }) },
  }),
  optionalQuery: operation('GET', '/oq', { query: Optional, responses: { 200: Optional } }),
  optionalForm: operation('POST', '/of', {
    body: Optional,
    accepts: [url],
    responses: { 200: Optional },
  }),
  optionalParts: operation('POST', '/om', {
    body: Optional,
    accepts: ['multipart/form-data'],
    responses: { 200: Optional },
  }),
  shared: operation('GET', '/s', { query: shared, responses: { 200: shared } }),
  sharedForm: operation('POST', '/sf', {
    body: shared,
    accepts: [url],
    responses: { 200: shared },
  }),
  required: operation('GET', '/r', { query: Required, responses: { 200: Required } }),
  requiredForm: operation('POST', '/rf', {
    body: Required,
    accepts: [url],
    responses: { 200: Required },
  }),
  header: operation('GET', '/h', {
    headers: z.object({ 'x-ids': list }),
    responses: { 200: list },
  }),
};

const full: Values = {
  record: { a: 1 },
  texts: { b: 'x' },
  list: [1, 2],
  nested: { record: { 7: 1 }, list: [3], deep: { lists: [[1], [2, 3]] } },
  numbered: { 0: 5, 1: true },
  either: ['a', 'b'],
  records: [{ a: 1 }, { 0: 1 }],
};

describe.each(nodeImplementations)('what a client sends as a form, to %s', (_name, factories) => {
  /** Calls the operations over a socket. */
  async function withClient(
    use: (client: ReturnType<typeof createClient<typeof contract>>) => Promise<void>,
  ) {
    const app = createApp({ factories });
    app.addBodyParsingMiddleware();
    implement(app, contract, {
      query: (_request, respond, { query }) => respond(200, query),
      form: (_request, respond, { body }) => respond(200, body),
      parts: (_request, respond, { body }) => respond(200, body),
      kinds: (_request, respond, { query }) => respond(200, query),
      whole: (_request, respond, { query }) => respond(200, query),
      wholeParts: (_request, respond, { body }) => respond(200, body),
      method: (_request, respond, { query }) => respond(200, Object.hasOwn(query, 'toString')),
      nullable: (_request, respond, { headers, cookies }) =>
        respond(200, [headers['x-n'], cookies.n]),
      texts: (_request, respond) => respond(204),
      one: (_request, respond, { body }) => respond(200, body),
      onePart: (_request, respond, { body }) => respond(200, body),
      optionalQuery: (_request, respond, { query }) => respond(200, query),
      optionalForm: (_request, respond, { body }) => respond(200, body),
      optionalParts: (_request, respond, { body }) => respond(200, body),
      shared: (_request, respond, { query }) => respond(200, query),
      sharedForm: (_request, respond, { body }) => respond(200, body),
      required: (_request, respond, { query }) => respond(200, query),
      requiredForm: (_request, respond, { body }) => respond(200, body),
      header: (_request, respond, { headers }) => respond(200, headers['x-ids']),
    });
    const server = await serve(app, { port: 0 });
    try {
      await use(createClient(contract, { baseUrl: server.url, transport: fetchTransport() }));
    } finally {
      await server.close();
    }
  }

  it.each<[string, Partial<Values>]>([
    ['names', {}],
    ['the key 0', { record: { 0: 1 }, texts: { 0: 'x' } }],
    ['the keys 0 to 2', { record: { 0: 1, 1: 2, 2: 3 }, texts: { 0: 'x', 1: 'y' } }],
    ['the keys 1 and 2', { record: { 1: 2, 2: 3 } }],
    ['the key 7', { record: { 7: 1 } }],
    ['the key 0, nested', { nested: { ...full.nested, record: { 0: 1, 1: 2 } } }],
    ['no keys', { record: {}, texts: {} }],
    ['no items', { list: [], either: [], records: [] }],
    ['neither, nested', { nested: { record: {}, list: [], deep: { lists: [] } } }],
  ])('arrives with %s', async (_what, values) => {
    const sent = { ...full, ...values };
    await withClient(async (client) => {
      expect(await client.query({ query: sent })).toMatchObject({ status: 200, body: sent });
      expect(await client.form({ body: sent })).toMatchObject({ status: 200, body: sent });
      expect(await client.parts({ body: sent })).toMatchObject({ status: 200, body: sent });
    });
  });

  it('arrives if nothing of it has a name', async () => {
    await withClient(async (client) => {
      const empty = { status: 200, body: { ids: [] } };
      expect(await client.one({ body: { ids: [] } })).toMatchObject(empty);
      expect(await client.onePart({ body: { ids: [] } })).toMatchObject(empty);
      expect(await client.whole({ query: {} })).toMatchObject({ status: 200, body: {} });
      expect(await client.header({ headers: { 'x-ids': [] } })).toMatchObject({
        status: 200,
        body: [],
      });
    });
  });

  it('arrives as a record of the whole query', async () => {
    await withClient(async (client) => {
      const query = { 0: 1, 1: 2 };
      expect(await client.whole({ query })).toMatchObject({ status: 200, body: query });
    });
  });

  it.each<z.infer<typeof kinds>>([
    { kind: 'ids', ids: [] },
    { kind: 'ids', ids: [1] },
    { kind: 'tags', tags: [] },
    { kind: 'none' },
  ])('arrives as the alternative %j', async (query) => {
    await withClient(async (client) => {
      expect(await client.kinds({ query })).toMatchObject({ status: 200, body: query });
    });
  });

  it.each<z.infer<typeof shared>>([
    { kind: 'card', n: 1, flag: true, all: ['x'] },
    { kind: 'card', n: 0, flag: false, all: [] },
    { kind: 'iban', n: '1', flag: 1, all: 'x' },
    { price: 1, n: true },
  ])('arrives as the only alternative that accepts it: %j', async (sent) => {
    await withClient(async (client) => {
      expect(await client.shared({ query: sent })).toMatchObject({ status: 200, body: sent });
      expect(await client.sharedForm({ body: sent })).toMatchObject({ status: 200, body: sent });
    });
  });

  it.each<Partial<Required>>([
    { number: null, list: null, map: null, literal: null },
    { number: 0, list: [], map: { a: 1 }, literal: 1 },
    { literal: true, either: true },
    { literal: 'a', either: 1 },
    { either: false, byPrefix: { 'x-a': 1, 'x-b': 2 } },
    { either: 0, byName: { a: false, b: true } },
  ])('arrives with members that are required: %j', async (values) => {
    const given: Required = {
      number: 1,
      list: [1],
      map: { a: 2 },
      literal: 'a',
      either: 5,
      byPrefix: {},
      byName: { a: true, b: true },
    };
    const sent = { ...given, ...values };
    await withClient(async (client) => {
      expect(await client.required({ query: sent })).toMatchObject({ status: 200, body: sent });
      expect(await client.requiredForm({ body: sent })).toMatchObject({ status: 200, body: sent });
    });
  });

  it.each<[string, Partial<Values>]>([
    ['an empty list in a list', { nested: { ...full.nested, deep: { lists: [[1], [], [2]] } } }],
    ['an empty last list', { nested: { ...full.nested, deep: { lists: [[1], []] } } }],
    ['an empty record in a list', { records: [{ a: 1 }, {}] }],
    ['a name with "]"', { record: { 'a]b': 1 } }],
    ['an empty name', { texts: { '': 'x' } }],
    ['a name with NUL', { texts: { 'a\0b': 'x' } }],
    ['a name of one space', { texts: { ' ': 'x' } }],
    ['a name of one line break', { texts: { '\n': 'x' } }],
  ])(
    'is refused before it is sent with %s, which the server would misread',
    async (_what, values) => {
      const sent = { ...full, ...values };
      const error = { code: 'FORM_UNWRITABLE' };
      await withClient(async (client) => {
        await expect(client.query({ query: sent })).rejects.toMatchObject(error);
        await expect(client.form({ body: sent })).rejects.toMatchObject(error);
        await expect(client.parts({ body: sent })).rejects.toMatchObject(error);
      });
    },
  );

  it.each(['a"b', 'a\rb', 'a\nb', 'a\tb', 'a\x7fb', 'a\\\\b', '\\'])(
    'is refused as a multipart form with the name %j, which clients and servers escape differently',
    async (name) => {
      const body = { [name]: 1 };
      await withClient(async (client) => {
        expect(await client.whole({ query: body })).toMatchObject({ status: 200, body });
        await expect(client.wholeParts({ body })).rejects.toMatchObject({
          code: 'FORM_UNWRITABLE',
        });
      });
    },
  );

  it('arrives as an empty list that has the name of a method', async () => {
    await withClient(async (client) => {
      const arrived = await client.method({ query: { toString: [] } });
      expect(arrived).toMatchObject({ status: 200, body: true });
    });
  });

  it('arrives as a header and a cookie that are null, where a member is required', async () => {
    await withClient(async (client) => {
      const none = { headers: { 'x-n': null }, cookies: { n: null } };
      expect(await client.nullable(none)).toMatchObject({ status: 200, body: [null, null] });
      const given = { headers: { 'x-n': 1 }, cookies: { n: 2 } };
      expect(await client.nullable(given)).toMatchObject({ status: 200, body: [1, 2] });
    });
  });

  it.each<[string, object]>([
    ['a header that is null where text is accepted', { headers: { text: null } }],
    ['a cookie that is null where text is accepted', { cookies: { text: null } }],
    ['a cookie that is a list of an empty text', { cookies: { text: '', list: [''] } }],
    ['a cookie that is a list where text is accepted', { cookies: { text: '', either: ['a'] } }],
  ])(
    'is refused before it is sent as %s, which would arrive as another value',
    async (_what, given) => {
      await withClient(async (client) => {
        const sent = { headers: { text: '' }, cookies: { text: '' }, ...given };
        await expect(client.texts(sent)).rejects.toMatchObject({ code: 'HEADER_INVALID' });
      });
    },
  );

  it.each<[string, Optional, object?]>([
    ['an empty list', { list: [] }],
    ['an empty list instead of the default', { byDefault: [] }],
    ['an empty list that is the default', { emptyByDefault: [] }],
    ['an empty record', { record: {} }],
    ['null', { nullable: null, number: null }],
    ['an empty list below', { nested: { list: [], tags: ['a'] } }],
    ['empty lists below', { nested: { tags: [] } }],
    ['only empty lists below', { nested: { list: [], tags: [] } }],
    ['empty lists in a list', { rows: [{ list: [] }, { list: [1] }] }],
    ['undefined', { list: undefined, nested: undefined }],
    ['null instead of a text that cannot be empty', { filledText: null, date: null }],
    ['an empty list instead of a text that cannot be empty', { dates: [] }],
  ])('arrives with %s where it could be absent', async (_what, sent) => {
    const body = { byDefault: ['a'], emptyByDefault: [], ...JSON.parse(JSON.stringify(sent)) };
    await withClient(async (client) => {
      for (const result of [
        await client.optionalQuery({ query: sent }),
        await client.optionalForm({ body: sent }),
        await client.optionalParts({ body: sent }),
      ]) {
        expect(result.status).toBe(200);
        expect(result).toHaveProperty('body', body);
      }
    });
  });

  it.each<[string, Optional]>([
    ['an empty list where null is accepted', { nullable: [] }],
    ['an empty list where text is accepted', { either: [] }],
    ['null where text is accepted', { text: null }],
    ['an empty list where one needs items', { filled: [] }],
    ['a list of empty records', { records: [{}] }],
  ])(
    'is refused before it is sent with %s, if the server would read it as absent',
    async (_what, sent) => {
      const error = { code: 'FORM_UNWRITABLE' };
      await withClient(async (client) => {
        await expect(client.optionalQuery({ query: sent })).rejects.toMatchObject(error);
        await expect(client.optionalForm({ body: sent })).rejects.toMatchObject(error);
        await expect(client.optionalParts({ body: sent })).rejects.toMatchObject(error);
      });
    },
  );
});
