import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operation } from '@mortise/contract';
import { toFetchHandler } from '@mortise/fetch';
import { serve, type ServerHandle } from 'mortise';
import * as z from 'zod';
import {
  type Client,
  ClientError,
  createClient,
  fetchTransport,
  type Transport,
} from '../src/index.js';
import { testTransport } from '../src/testing/index.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { library, OutOfStock, server } from './library.js';

const loop: { self?: unknown } = {};
loop.self = loop;

/** Lists in lists. */
function deep(levels: number): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inner) => [inner], null);
}

const closing: ServerHandle[] = [];
afterAll(async () => {
  await Promise.all(closing.map((handle) => handle.close()));
});

const ways = nodeImplementations.flatMap(([name, factories]) => [
  [
    `${name}, in the process`,
    () =>
      Promise.resolve(
        createClient(library, { baseUrl: '/api', transport: testTransport(server(factories)) }),
      ),
  ] as const,
  [
    `${name}, over a socket`,
    async () => {
      const handle = await serve(server(factories), { port: 0, factories });
      closing.push(handle);
      return createClient(library, { baseUrl: `${handle.url}/api`, transport: fetchTransport() });
    },
  ] as const,
  [
    `${name}, through toFetchHandler`,
    () => {
      const handle = toFetchHandler(server(factories), { factories });
      const fetch = async (url: unknown, init: RequestInit) => {
        init.signal?.throwIfAborted();
        return handle(new Request(url as string, init));
      };
      const transport = fetchTransport({ fetch: fetch as typeof globalThis.fetch });
      return Promise.resolve(createClient(library, { baseUrl: 'http://a.test/api', transport }));
    },
  ] as const,
]);

describe.each(ways)('a client of %s', (_name, connect) => {
  let client: Client<typeof library>;
  beforeAll(async () => {
    client = await connect();
  });

  it('sends a query of lists, maps, numbers and booleans', async () => {
    const query = { page: 2, tags: ['a', 'b c'], price: { max: 2.5 }, sold: false };
    const result = await client.books.list({ query });
    expect(result).toMatchObject({ described: true, status: 200, body: query });
  });

  it('can omit values that have a default', async () => {
    expect(await client.books.list()).toMatchObject({ body: { page: 1 } });
  });

  it('sends JSON and reads a described response with its headers', async () => {
    const result = await client.books.create({ body: { title: 'Candide' } });
    expect(result).toMatchObject({
      described: true,
      status: 201,
      body: { id: 7, title: 'Candide', added: '1970-01-01T00:00:00.000Z' },
    });
    expect(result.header('location')).toBe('/api/books/7');
  });

  it.each([
    [{ id: 7 }, { id: 7 }],
    [
      { id: 7, format: 'a/ü?#' },
      { id: 7, format: 'a/ü?#' },
    ],
  ])('writes the arguments %j into the path', async (args, body) => {
    expect(await client.books.show({ args })).toMatchObject({ status: 200, body });
  });

  it('reads a described status without a body', async () => {
    const result = await client.books.show({ args: { id: 0 } });
    expect(result).toMatchObject({ described: true, status: 404, body: null });
  });

  it('reads violations as a problem', async () => {
    const result = await client.books.create({ body: { title: '' } });
    expect(result).toMatchObject({
      described: false,
      status: 422,
      problem: { code: 'INPUT_INVALID', errors: [{ in: 'body', pointer: '#/title' }] },
    });
  });

  it('reads a listed problem with its members', async () => {
    const result = await client.books.order({ args: { id: '1' } });
    const problem = result.described ? null : result.problem;
    expect(OutOfStock.is(problem) && problem.left).toBe(2);
  });

  it('reads text and bytes', async () => {
    expect(await client.export({ args: { name: 'x' } })).toMatchObject({ body: 'a,x' });
    const { body } = (await client.export({ args: { name: 'png' } })) as { body?: unknown };
    expect(Array.from(body as Uint8Array)).toEqual([137, 80]);
  });

  it('sends files with the fields beside them', async () => {
    const blob = (text: string) => new Blob([text], { type: 'image/png' });
    const result = await client.upload({
      body: { alt: 'A', size: { w: 3 } },
      files: { cover: blob('one'), pages: [blob('two'), blob('three')] },
    });
    expect(result).toMatchObject({ body: { alt: 'A', w: 3, texts: ['one', 'two', 'three'] } });
  });

  it('sends a form if the operation accepts only forms', async () => {
    expect(await client.form({ body: { n: 3, on: true } })).toMatchObject({
      body: { n: 3, on: true },
    });
  });

  it.each([
    ['text', 'é', [195, 169]],
    ['a blob', new Blob([new Uint8Array([0, 255])], { type: 'image/png' }), [0, 255]],
  ])(
    'sends %s that no schema describes unchanged, as the first type',
    async (_kind, body, bytes) => {
      const result = await client.raw({ body });
      expect(result).toMatchObject({ status: 200, body: { type: 'text/csv', bytes } });
    },
  );

  it('sends described headers, and cookies', async () => {
    const result = await client.headers({ headers: { 'x-count': 3 }, cookies: { theme: 'a b' } });
    expect(result).toMatchObject({ body: { count: 3, theme: 'a b' } });
  });

  it('rejects when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.books.list({}, { signal })).rejects.toThrow('enough');
  });
});

describe('createClient', () => {
  const responding = (status: number, type: string, text: string): Transport => {
    const bytes = new TextEncoder().encode(text);
    return () =>
      Promise.resolve({
        status,
        header: (name) => (name === 'Content-Type' ? type : null),
        bytes: () => Promise.resolve(bytes),
      });
  };
  const contract = {
    show: operation('GET', '/{id}', {
      responses: { 200: z.object({}), 404: z.object({}), 204: null },
    }),
  };
  const show = (transport: Transport, id: unknown = 'x') =>
    createClient(contract, { transport }).show({ args: { id: id as string } });

  it.each<[string, Transport]>([
    ['of a proxy, as HTML', responding(404, 'text/html', '<p>')],
    ['with an undescribed status', responding(500, 'application/json', '{}')],
    ['with a problem that cannot be read', responding(404, 'application/problem+json', '{')],
    ['with a problem that is not an object', responding(404, 'application/problem+json', '7')],
  ])('returns no problem for a response %s', async (_what, transport) => {
    expect(await show(transport)).toMatchObject({ described: false, problem: null });
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/hal+json'])(
    'reads a described response of the type %s as JSON',
    async (type) => {
      expect(await show(responding(200, type, '{}'))).toMatchObject({ described: true, body: {} });
    },
  );

  it('treats the status of a problem as described if there is no body', async () => {
    expect(await show(responding(204, '', ''))).toMatchObject({ described: true, body: null });
  });

  it('rejects when described JSON cannot be read', async () => {
    await expect(show(responding(200, 'application/json', '{'))).rejects.toMatchObject({
      code: 'RESPONSE_UNREADABLE',
    });
  });

  it.each([
    [undefined, 'ARGUMENT_MISSING'],
    [null, 'ARGUMENT_MISSING'],
    ['.', 'ARGUMENT_INVALID'],
    ['..', 'ARGUMENT_INVALID'],
    ['\ud800', 'ARGUMENT_INVALID'],
  ])('refuses the argument %j', async (id, code) => {
    const call = createClient(contract, { transport: responding(200, '', '') }).show({
      args: { id: id as never },
    });
    await expect(call).rejects.toBeInstanceOf(ClientError);
    await expect(call).rejects.toMatchObject({ code });
  });

  const NO_NUMBER = 'expected a finite number';
  const NO_MEMBERS = 'expected a plain object or a list';
  const FORM = 'application/x-www-form-urlencoded';
  const lost: [string, unknown, string][] = [
    ['NaN', { n: Number.NaN }, `.n: received NaN; ${NO_NUMBER}`],
    ['Infinity', [null, -Infinity], `[1]: received -Infinity; ${NO_NUMBER}`],
    ['an invalid date', { at: new Date('x') }, '.at: received an invalid date; expected a valid'],
    [
      'itself',
      loop,
      '.self: received an object that contains itself; expected data without cycles',
    ],
    ['itself in a list', [[loop]], '[0][0].self: received an object that contains itself'],
    ['a map', { m: new Map([[1, 2]]) }, `.m: received an instance of Map; ${NO_MEMBERS}`],
    ['a blob', { m: new Blob(['x']) }, `.m: received an instance of Blob; ${NO_MEMBERS}`],
    ['an error', new Error('x'), `: received an instance of Error; ${NO_MEMBERS}`],
    ['a promise', { p: Promise.resolve(1) }, `.p: received a promise; ${NO_MEMBERS}`],
  ];
  it.each([
    ...lost.flatMap(([what, value, problem]) =>
      [null, FORM, 'multipart/form-data'].map((type) => [what, type, value, problem] as const),
    ),
    ['a BigInt', null, { id: 7n }, '.id: received a BigInt; expected a number or a string'],
    ['a function', null, () => 1, ': received a function; expected a value that JSON has, or null'],
    ['an absent item', null, { a: [1, undefined] }, '.a[1]: received undefined; expected a value'],
    ['a hole', null, { a: Array(1) }, '.a[0]: received undefined; expected a value'],
    ['a function in a list', null, [() => 1], '[0]: received a function; expected a value'],
  ])('refuses %s in a body of the type %s, and names the member', async (...row) => {
    const [, type, body, problem] = row;
    const accepts = type === null ? {} : { accepts: [type] };
    const raw = { put: operation('PUT', '/a', { body: z.unknown(), ...accepts }) };
    const call = createClient(raw, { transport: responding(200, '', '') }).put({ body });
    await expect(call).rejects.toBeInstanceOf(ClientError);
    await expect(call).rejects.toMatchObject({ code: 'BODY_INVALID' });
    await expect(call).rejects.toThrow('PUT /a: invalid body');
    await expect(call).rejects.toThrow(problem);
  });

  it.each(lost.map(([what, value, problem]) => [what, value, problem] as const))(
    'refuses %s in a query, headers and cookies, and names the member',
    async (_what, value, problem) => {
      const any = z.unknown() as z.ZodType<Record<string, unknown>>;
      const raw = { get: operation('GET', '/a', { query: any, headers: any, cookies: any }) };
      const client = createClient(raw, { transport: responding(200, '', '') });
      const parts = { query: 'QUERY', headers: 'HEADER', cookies: 'HEADER' };
      for (const [part, code] of Object.entries(parts)) {
        const call = client.get({ [part]: { value } });
        await expect(call).rejects.toMatchObject({ code: `${code}_INVALID` });
        await expect(call).rejects.toThrow(`GET /a: invalid ${part}.value`);
        await expect(call).rejects.toThrow(problem);
      }
    },
  );

  it('refuses data with too many levels', async () => {
    const levels = deep(100_000);
    const raw = {
      get: operation('GET', '/a', { query: z.object({ a: z.unknown() }) }),
      json: operation('PUT', '/a', { body: z.unknown() }),
      form: operation('PUT', '/a', { body: z.unknown(), accepts: [FORM] }),
    };
    const client = createClient(raw, { transport: responding(204, '', '') });
    await expect(client.get({ query: { a: levels } })).rejects.toThrow('more than 1000 levels');
    await expect(client.form({ body: levels })).rejects.toThrow('more than 1000 levels');
    await expect(client.json({ body: levels })).rejects.toMatchObject({
      code: 'BODY_INVALID',
      cause: expect.any(RangeError),
    });
    expect(await client.json({ body: deep(1_500) })).toMatchObject({ status: 204 });
  });

  it('refuses an argument that is not finite', async () => {
    const call = createClient(contract, { transport: responding(200, '', '') }).show({
      args: { id: Number.NaN },
    });
    await expect(call).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      message: expect.stringMatching(/: invalid args\.id: received NaN; expected a finite number$/),
    });
  });

  it('sends what JSON has: members that are undefined or functions are omitted', async () => {
    let sent: unknown;
    const transport: Transport = (request) => {
      sent = request.body;
      return responding(204, '', '')(request);
    };
    const raw = { put: operation('PUT', '/a', { body: z.unknown() }) };
    const shared = { a: 1 };
    const body = {
      none: null,
      empty: {},
      list: [[], null],
      at: new Date(0),
      twice: [shared, shared],
    };
    await createClient(raw, { transport }).put({ body: { ...body, u: undefined, f: () => 1 } });
    expect(JSON.parse(sent as string)).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('keeps the cause of a body that JSON refuses', async () => {
    const failing = { toJSON: () => JSON.parse('{') as unknown };
    const raw = { put: operation('PUT', '/a', { body: z.unknown() }) };
    const put = createClient(raw, { transport: responding(200, '', '') }).put;
    await expect(put({ body: { id: 7n } })).rejects.toHaveProperty('cause', expect.any(TypeError));
    await expect(put({ body: failing })).rejects.toMatchObject({
      code: 'BODY_INVALID',
      message: 'PUT /a: the body cannot be written as JSON',
      cause: expect.any(SyntaxError),
    });
  });

  it('sends a header of a call instead of its own with the same name in another case', async () => {
    let sent: object = {};
    const transport: Transport = (request) => {
      sent = request.headers;
      return responding(204, '', '')(request);
    };
    const raw = { put: operation('PUT', '/', { accepts: ['text/csv'] }) };
    const headers = { accept: 'text/*', 'content-type': 'text/css' };
    await createClient(raw, { transport }).put({ body: '' }, { headers });
    expect(sent).toEqual(headers);
  });

  it.each([
    ['/{', 'is not closed'],
    ['/files/*', 'write {path:.+}'],
    ['/:id?', '[/{id}] for an optional one'],
    ['/{id}/{id}', 'is used twice'],
  ])('refuses the pattern %s of a contract that was not made by operation()', (pattern, text) => {
    const broken = { show: { ...operation('GET', '/', {}), pattern } };
    expect(() => createClient(broken, { transport: responding(200, '', '') })).toThrow(text);
  });
});
