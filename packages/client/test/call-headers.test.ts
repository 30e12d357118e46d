import { describe, expect, it } from '@jest/globals';
import { operation } from '@mortise/contract';
import * as z from 'zod';
import { createClient, fetchTransport, type Transport } from '../src/index.js';

const withoutBody: Transport = () =>
  Promise.resolve({
    status: 204,
    header: () => null,
    bytes: () => Promise.resolve(new Uint8Array()),
  });

describe('the headers of a call', () => {
  it('omits described headers and cookies that are null or undefined', async () => {
    const seen: unknown[] = [];
    const transport: Transport = (request) => {
      seen.push(request.headers);
      return withoutBody(request);
    };
    const fields = z.object({ a: z.string().nullish(), b: z.string().nullish() });
    const description = { headers: fields, cookies: fields, responses: { 204: null } };
    const { show: call } = createClient(
      { show: operation('GET', '/', description) },
      { transport },
    );
    const absent = { a: null, b: undefined };
    await call({ headers: absent, cookies: absent }, { headers: { Accept: 'text/csv' } });
    expect(seen).toEqual([{ Accept: 'text/csv' }]);
  });

  it('sends the headers of a call instead of described ones', async () => {
    const seen: unknown[] = [];
    const transport: Transport = (request) => {
      seen.push(request.headers);
      return withoutBody(request);
    };
    const withHeader = {
      show: operation('GET', '/', {
        headers: z.object({ 'X-A': z.string() }),
        responses: { 204: null },
      }),
    };
    const { show: call } = createClient(withHeader, { transport });
    await call({ headers: { 'X-A': '1' } }, { headers: { 'X-A': '2', Accept: 'text/csv' } });
    expect(seen).toEqual([{ 'X-A': '2', Accept: 'text/csv' }]);
  });

  it('adds headers of the transport and of the call; those of the call win', async () => {
    const seen: Headers[] = [];
    const fetch = (_url: unknown, init: RequestInit) => {
      seen.push(new Headers(init.headers));
      return Promise.resolve(
        new Response('{}', { headers: { 'Content-Type': 'application/json' } }),
      );
    };
    const transport = fetchTransport({
      fetch: fetch as typeof globalThis.fetch,
      headers: () => ({ 'X-A': '1', 'X-B': '1' }),
    });
    await createClient(
      { show: operation('GET', '/', { responses: { 200: z.object({}) } }) },
      { transport },
    ).show({}, { headers: { 'X-B': '2' } });
    expect([seen[0]?.get('X-A'), seen[0]?.get('X-B')]).toEqual(['1', '2']);
  });

  it('writes dates and lists of them as a query does', async () => {
    const seen: unknown[] = [];
    const transport: Transport = (request) => {
      seen.push(request.headers);
      return withoutBody(request);
    };
    const [date, other] = [new Date(1_234_567_891_011), new Date(0)];
    const fields = { one: date, all: [date, other] };
    const { show: call } = createClient(contractOf(lists), { transport });
    await call({ headers: fields, cookies: { one: date, all: [other] } });
    const [text, otherText] = ['2009-02-13T23:31:31.011Z', '1970-01-01T00:00:00.000Z'];
    const [cookie, otherCookie] = [text, otherText].map(encodeURIComponent);
    expect(seen).toMatchObject([
      { one: text, all: `${text},${otherText}`, Cookie: `one=${cookie}; all=${otherCookie}` },
    ]);
  });

  it.each<[string, object]>([
    ['a space at its end', { headers: { a: 'x ' } }],
    ['a space at its beginning', { headers: { a: ' x' } }],
    ['a line break', { headers: { a: 'x\r\nB: c' } }],
    ['a character outside Latin-1', { headers: { a: '\u{1f600}' } }],
    ['members', { headers: { a: { b: 1 } } }],
    ['a comma in an item', { headers: { a: ['x,y', 'z'] } }],
    ['an empty item', { headers: { a: ['x', '', 'z'] } }],
    ['an item with a space at its end', { headers: { a: ['x ', 'z'] } }],
    ['an item that opens a quoted string', { headers: { a: ['"x', 'z'] } }],
    ['an item that is null', { headers: { a: ['x', null] } }],
    ['a list where text is accepted too', { headers: { either: ['x', 'y'] } }],
    ['a list in a cookie', { cookies: { a: ['x', 'y'] } }],
    ['an empty list in a cookie', { cookies: { a: [] } }],
    ['members in a cookie', { cookies: { a: { b: 1 } } }],
    ['an unpaired surrogate in a cookie', { cookies: { a: '\ud800' } }],
    ['a second cookie in a name', { cookies: { 'a=1; admin': '1' } }],
    ['no name of a cookie', { cookies: { '': '1' } }],
    ['an escape in the name of a cookie', { cookies: { 'a%20b': '1' } }],
    ['a plus sign in the name of a cookie', { cookies: { 'a+b': '1' } }],
    ['an equals sign at the end of the name of a cookie', { cookies: { 'a=': '1' } }],
    ['a name of a cookie outside Latin-1', { cookies: { ключ: '1' } }],
  ])('refuses with HEADER_INVALID what would arrive as another value: %s', async (_what, input) => {
    const either = z.union([z.string(), z.array(z.string())]).optional();
    const schema = z.looseObject({ either });
    const { show: call } = createClient(contractOf(schema), { transport: withoutBody });
    await expect(call(input)).rejects.toMatchObject({ code: 'HEADER_INVALID' });
  });

  it.each(['x,y', '"x","y"', '"x'])(
    'refuses the item %s of what is only a list, because the server would split it',
    async (item) => {
      const { show: call } = createClient(contractOf(lists), { transport: withoutBody });
      const refused = { code: 'HEADER_INVALID' };
      await expect(call({ headers: { all: [item] } })).rejects.toMatchObject(refused);
    },
  );

  it('sends items with commas in quoted strings, such as entity tags', async () => {
    const seen: unknown[] = [];
    const transport: Transport = (request) => {
      seen.push(request.headers);
      return withoutBody(request);
    };
    await createClient(contractOf(lists), { transport }).show({
      headers: { all: ['"a,b"', 'W/"c\\""'], empty: [], text: '' },
    });
    expect(seen).toMatchObject([{ all: '"a,b",W/"c\\""', empty: '', text: '' }]);
  });
});

it('lists of BigInts are sent as their digits', async () => {
  const seen: unknown[] = [];
  const transport: Transport = (request) => {
    seen.push(request.headers);
    return withoutBody(request);
  };
  const schema = z.object({ all: z.array(z.coerce.bigint()).optional() });
  await createClient(contractOf(schema), { transport }).show({ headers: { all: [1n, 2n] } });
  expect(seen).toMatchObject([{ all: '1,2' }]);
});

/** Only lists are lists: the text of one is not. */
const lists = z
  .looseObject({ all: z.array(z.any()), empty: z.array(z.any()).optional() })
  .partial();

function contractOf(schema: z.ZodType) {
  const description = { headers: schema, cookies: schema, responses: { 204: null } };
  return { show: operation('GET', '/', description) };
}
