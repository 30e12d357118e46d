import { expect, it } from '@jest/globals';
import { defineProblem, file, files, operation } from '@mortise/contract';
import { href } from '@mortise/contract/href';
import { implement } from '@mortise/endpoint/implement';
import { expectTypeOf } from 'expect-type';
import { createApp } from 'mortise';
import * as z from 'zod';
import * as clientPackage from '../src/index.js';
import { createClient, type Wire } from '../src/index.js';
import { testTransport } from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { library, server } from './library.js';

it('the types of a client tell described responses from problems', async () => {
  const [, factories] = nodeImplementations[0] as (typeof nodeImplementations)[number];
  const client = createClient(library, {
    baseUrl: '/api',
    transport: testTransport(server(factories)),
  });
  const result = await client.books.create({ body: { title: 'x' } });
  if (result.described && result.status === 201) {
    expectTypeOf(result.body).toEqualTypeOf<{
      id: number;
      added: string;
      title: string;
      pages?: number | undefined;
    }>();
  } else if (result.described) expectTypeOf(result.body).toEqualTypeOf<null>();
  // @ts-expect-error: the body is missing
  await client.books.create({});
  // @ts-expect-error: the title is not text
  await client.books.create({ body: { title: 7 } });
  // @ts-expect-error: the path requires an argument
  await expect(client.books.show({})).rejects.toThrow('missing path argument "id"');
  // @ts-expect-error: a body without a schema is text or a blob
  await client.raw({ body: { n: 1 } }).catch(() => undefined);
  // @ts-expect-error: the body of a form has a schema
  await client.form({ body: 'n=1' });
  const body = { name: 'x' } as never;
  const cover = new Blob(['x']);
  await client.upload({ body, files: { cover } });
  await client.upload({ body, files: { cover, pages: [cover, cover] } });
  // @ts-expect-error: the cover is missing
  await client.upload({ body, files: {} });
  expectTypeOf<Parameters<typeof client.upload>[0]['files']['cover']>().toEqualTypeOf<Blob>();
  const text = await client.export({ args: { name: 'x' } });
  if (text.described && text.status === 200) expectTypeOf(text.body).toEqualTypeOf<string>();
});

it('a call can omit a part that is optional, or whose members are', async () => {
  const text = z.string().optional();
  const contract = {
    optional: operation('POST', '/a', { body: z.object({ a: z.string() }).optional() }),
    record: operation('GET', '/b', { query: z.record(z.string(), z.string()) }),
    loose: operation('GET', '/c', { query: z.looseObject({ a: text }), headers: z.object({}) }),
    empty: operation('POST', '/e', { body: z.object({ a: text }) }),
    beside: operation('POST', '/f', {
      body: z.object({ a: text }),
      files: { b: file({ optional: true }) },
    }),
    files: operation('POST', '/g', {
      files: { b: file({ optional: true }), many: files({ optional: true }) },
    }),
    needed: operation('POST', '/h', { files: { b: file({ optional: true }), many: files() } }),
    required: operation('POST', '/d', { body: z.looseObject({ a: z.string(), b: text }) }),
  };
  const urls: string[] = [];
  const transport = ({ url }: { readonly url: string }) => {
    urls.push(url);
    return Promise.resolve({
      status: 204,
      header: () => null,
      bytes: () => Promise.resolve(new Uint8Array()),
    });
  };
  const client = createClient(contract, { transport });
  await client.optional();
  await client.record();
  await client.loose();
  // @ts-expect-error: the body is missing
  await client.required();
  // @ts-expect-error: a member of the body is missing
  await client.optional({ body: {} });
  // @ts-expect-error: a body without members is content
  await client.empty();
  await client.empty({ body: {} });
  await client.beside();
  await client.beside({ files: {} });
  await client.files();
  await client.files({ files: { many: [] } });
  const one = new Blob(['x']);
  await client.needed({ files: { many: one } });
  await client.needed({ files: { many: [one], b: one } });
  // @ts-expect-error: the files are missing
  await client.needed();
  // @ts-expect-error: a field of files() without `optional` is missing
  await client.needed({ files: { b: one } });
  // @ts-expect-error: one file for file()
  await client.needed({ files: { many: one, b: [one] } });
  const paths = ['/a', '/b', '/c', '/d', '/a', '/e', '/e', '/f', '/f', '/g', '/g'];
  expect(urls).toEqual([...paths, '/h', '/h', '/h', '/h', '/h']);
});

it('an argument of the path has the type that its schema accepts', async () => {
  const contract = {
    typed: operation('GET', '/{id}/{size}/{dry}[/{format}]', {
      args: z.object({
        id: z.int(),
        size: z.enum(['s', 'l']),
        dry: z.boolean(),
        format: z.string().optional(),
      }),
    }),
    coerced: operation('GET', '/{id}', { args: z.object({ id: z.coerce.number() }) }),
    list: operation('GET', '/{id}', { args: z.object({ id: z.array(z.string()) }) }),
    either: operation('GET', '/{id}', {
      args: z.union([z.object({ id: z.int() }), z.object({ id: z.literal('me') })]),
    }),
    plain: operation('GET', '/{id}', {}),
  };
  const urls: string[] = [];
  const client = createClient(contract, {
    transport: ({ url }) => {
      urls.push(url);
      return Promise.resolve({
        status: 204,
        header: () => null,
        bytes: () => Promise.resolve(new Uint8Array()),
      });
    },
  });
  await client.typed({ args: { id: 7, size: 's', dry: true } });
  await client.typed({ args: { id: 7, size: 's', dry: true, format: 'json' } });
  await client.coerced({ args: { id: 'x' } });
  await client.either({ args: { id: 'me' } });
  await client.either({ args: { id: 7 } });
  await client.plain({ args: { id: 7 } });
  await client.plain({ args: { id: 'x' } });
  // @ts-expect-error: the schema accepts a number
  await client.typed({ args: { id: '7', size: 's', dry: true } });
  // @ts-expect-error: the schema accepts other texts
  await client.typed({ args: { id: 7, size: 'm', dry: true } });
  // @ts-expect-error: the schema accepts a boolean
  await client.typed({ args: { id: 7, size: 's', dry: 'true' } });
  // @ts-expect-error: the schema accepts text
  await client.typed({ args: { id: 7, size: 's', dry: true, format: 1 } });
  // @ts-expect-error: a path contains no objects
  await expect(client.coerced({ args: { id: {} } })).rejects.toThrow('argument "id"');
  // @ts-expect-error: a path contains no lists
  await expect(client.list({ args: { id: ['x'] } })).rejects.toThrow('argument "id"');
  // @ts-expect-error: no alternative accepts this text
  await client.either({ args: { id: 'you' } });
  expect(urls.slice(0, 5)).toEqual(['/7/s/true', '/7/s/true/json', '/x', '/me', '/7']);
});

it('what the pattern requires is required, whatever the schema says', async () => {
  const contract = {
    partial: operation('GET', '/{x}/{y}[/{z}]', { args: z.object({ x: z.int() }) }),
    optional: operation('GET', '/{x}', { args: z.object({ x: z.int().optional() }) }),
    preset: operation('GET', '/{x}', { args: z.object({ x: z.int().default(1) }) }),
    whole: operation('GET', '/{x}', { args: z.object({ x: z.int() }).optional() }),
    record: operation('GET', '/{x}', { args: z.record(z.string(), z.enum(['a', 'b'])) }),
    loose: operation('GET', '/{x}/{y}', { args: z.looseObject({ x: z.int() }) }),
    either: operation('GET', '/{x}/{y}', {
      args: z.union([z.object({ x: z.int() }), z.object({ x: z.literal('me').optional() })]),
    }),
    tail: operation('GET', '/a[/{x}]', { args: z.object({ x: z.int().optional() }) }),
    needed: operation('GET', '/a[/{x}]', { args: z.object({ x: z.int() }) }),
  };
  const urls: string[] = [];
  const client = createClient(contract, {
    transport: ({ url }) => {
      urls.push(url);
      return Promise.resolve({
        status: 204,
        header: () => null,
        bytes: () => Promise.resolve(new Uint8Array()),
      });
    },
  });
  const { partial, optional, preset, whole, record, loose, either, tail, needed } = contract;
  const links = [
    href(partial, { args: { x: 1, y: 'a' } }),
    href(partial, { args: { x: 1, y: 2, z: 3 } }),
    href(optional, { args: { x: 1 } }),
    href(preset, { args: { x: 1 } }),
    href(whole, { args: { x: 1 } }),
    href(record, { args: { x: 'a' } }),
    href(loose, { args: { x: 1, y: 'a' } }),
    href(either, { args: { x: 'me', y: 2 } }),
    href(tail),
    href(needed, { args: { x: 1 } }),
  ];
  await client.partial({ args: { x: 1, y: 'a' } });
  await client.partial({ args: { x: 1, y: 2, z: 3 } });
  await client.optional({ args: { x: 1 } });
  await client.preset({ args: { x: 1 } });
  await client.whole({ args: { x: 1 } });
  await client.record({ args: { x: 'a' } });
  await client.loose({ args: { x: 1, y: 'a' } });
  await client.either({ args: { x: 'me', y: 2 } });
  await client.tail();
  await client.needed({ args: { x: 1 } });
  expect(urls).toEqual(['/1/a', '/1/2/3', '/1', '/1', '/1', '/a', '/1/a', '/me/2', '/a', '/a/1']);
  expect(links).toEqual(urls);
  const refused = [
    // @ts-expect-error: the pattern requires y
    () => href(partial, { args: { x: 1 } }),
    // @ts-expect-error: the pattern requires x
    () => href(optional, { args: {} }),
    // @ts-expect-error: the pattern requires x
    () => href(optional),
    // @ts-expect-error: the pattern requires x
    () => href(optional, { args: { x: undefined } }),
    // @ts-expect-error: the pattern requires x
    () => href(preset),
    // @ts-expect-error: the pattern requires x
    () => href(whole),
    // @ts-expect-error: the pattern requires x
    () => href(record, { args: {} }),
    // @ts-expect-error: the pattern requires y
    () => href(loose, { args: { x: 1 } }),
    // @ts-expect-error: the pattern requires x in both alternatives
    () => href(either, { args: { y: 1 } }),
  ];
  for (const write of refused)
    expect(write).toThrow(expect.objectContaining({ code: 'URL_DATA_MISSING' }));
  const wrong = [
    // @ts-expect-error: the pattern requires y
    () => client.partial({ args: { x: 1 } }),
    // @ts-expect-error: the pattern requires x
    () => client.optional(),
    // @ts-expect-error: the pattern requires x
    () => client.preset({ args: {} }),
    // @ts-expect-error: the pattern requires x
    () => client.whole(),
  ];
  for (const call of wrong)
    await expect(call()).rejects.toMatchObject({ code: 'ARGUMENT_MISSING' });
  // @ts-expect-error: a path contains no objects
  expect(() => href(partial, { args: { x: 1, y: {} } })).toThrow('received an object');
  // @ts-expect-error: the schema accepts other texts
  href(record, { args: { x: 'c' } });
  // @ts-expect-error: neither the pattern nor the schema has this name
  href(partial, { args: { x: 1, y: 1, other: 1 } });
  // @ts-expect-error: the schema requires x
  href(needed);
});

it('the type of a body keeps branded values, and the items of tuples', () => {
  type Id = string & z.$brand<'Id'>;
  type Isbn = number & z.$brand<'Isbn'>;
  expectTypeOf<Wire<{ id: Id; isbns: Isbn[]; size: [Id, Date] }>>().toEqualTypeOf<{
    id: Id;
    isbns: Isbn[];
    size: [Id, string];
  }>();
});

it('the body of a result can be sent back, with the lists that its schema has', async () => {
  const Book = z.object({ title: z.string(), tags: z.array(z.string()) });
  const contract = {
    show: operation('GET', '/book', { responses: { 200: Book } }),
    replace: operation('PUT', '/book', { body: Book, responses: { 200: Book } }),
  };
  const app = createApp({ body: {} });
  implement(app, contract, {
    show: (_request, respond) => respond(200, { title: 'Emma', tags: ['a'] }),
    replace: (_request, respond, { body }) => respond(200, body),
  });
  const client = createClient(contract, { transport: testTransport(app) });
  const shown = await client.show();
  if (!shown.described) throw new Error('not described');
  const replaced = await client.replace({ body: { ...shown.body, title: 'Candide' } });
  expect(replaced).toMatchObject({ body: { title: 'Candide', tags: ['a'] } });
});

it('the body of a media type that is only known at run time is text or bytes', async () => {
  const responses = { 200: { type: 'text/csv' } };
  const contract = { list: operation('GET', '/list', { responses }) };
  const app = createApp();
  implement(app, contract, { list: (_request, respond) => respond(200, 'a,b') });
  const result = await createClient(contract, { transport: testTransport(app) }).list();
  if (!result.described) throw new Error('not described');
  expectTypeOf(result.body).toEqualTypeOf<string | Uint8Array>();
  expect(result.body).toBe('a,b');
});

it('the members of a problem have the types of JSON', async () => {
  const Late = defineProblem({
    ...{ title: 'Late', status: 409, code: 'LATE' },
    schema: z.object({ since: z.iso.datetime().transform((text) => new Date(text)) }),
  });
  const contract = { lend: operation('POST', '/lend', { problems: [Late] }) };
  const app = createApp();
  implement(app, contract, {
    lend() {
      throw new Late('too late', { since: '2026-11-30T00:00:00Z' });
    },
  });
  const result = await createClient(contract, { transport: testTransport(app) }).lend();
  if (!Late.is(result.problem)) throw new Error('not late');
  expectTypeOf(result.problem.since).toEqualTypeOf<string>();
  expect(result.problem.since).toBe('2026-11-30T00:00:00.000Z');
});

it('an optional argument can be undefined', async () => {
  const show = operation('GET', '/books[/{page}]', { responses: { 204: null } });
  const app = createApp();
  implement(app, { show }, { show: (_request, respond) => respond(204) });
  const client = createClient({ show }, { transport: testTransport(app) });
  expect(await client.show({ args: { page: undefined } })).toMatchObject({ status: 204 });
  expect(href(show, { args: { page: undefined } })).toBe('/books');
});

it('exports exactly the documented names', () => {
  expect(Object.keys(clientPackage).sort()).toEqual([
    'ClientError',
    'createClient',
    'fetchTransport',
  ]);
});
