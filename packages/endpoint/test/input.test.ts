import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as ark } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { endpoint, endpoints } from '../src/index.js';
import type { EndpointDescription } from '@mortise/contract';
import { api } from './api.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

describe.each(nodeImplementations)('the input of an endpoint, on %s', (_name, factories) => {
  /** Responds with the input of the handler. */
  function echo(pattern: string, description: EndpointDescription, make = endpoint) {
    const made = api(factories);
    const callback = make(description, (_request, response, input) => {
      (response as { getBody(): { write(text: string): void } })
        .getBody()
        .write(JSON.stringify(input));
      return (response as never as { withHeader(n: string, v: string): never }).withHeader(
        'Content-Type',
        'application/json',
      );
    });
    made.app.any(pattern, callback);
    return made;
  }

  it('has arguments, query, headers and cookies as their schemas return them', async () => {
    const { send } = echo('/{id}[/{format}]', {
      args: z.object({ id: z.int(), format: z.enum(['json']).optional() }),
      query: ark({ 'page?': 'number.integer', 'dry?': 'boolean' }),
      headers: toStandardJsonSchema(v.object({ 'X-Count': v.number() })),
      cookies: z.strictObject({ theme: z.enum(['dark', 'light']) }),
    });
    const headers = { 'x-count': '3', 'X-Other': '1', Cookie: 'theme=dark; other=1' };
    const { body } = await send('GET', '/7/json?page=2&dry=on', { headers });
    expect(body).toEqual({
      args: { id: 7, format: 'json' },
      query: { page: 2, dry: true },
      headers: { 'X-Count': 3 },
      cookies: { theme: 'dark' },
    });
  });

  it('is transformed in each part, to any depth, by a library that writes into it', async () => {
    const dated = ark({ d: 'string.date.parse', 'o?': { 'l?': 'string.date.parse[]' } });
    const { send } = echo('/{d}', { args: dated, query: dated, headers: dated, cookies: dated });
    const headers = { D: '2020-01-01', Cookie: 'd=2020-01-01' };
    const { body } = await send('GET', '/2020-01-01?d=2020-01-01&o[l][]=2020-01-01', { headers });
    const d = '2020-01-01T00:00:00.000Z';
    const query = { d, o: { l: [d] } };
    expect(body).toEqual({ args: { d }, query, headers: { d }, cookies: { d } });
  });

  it('has the arguments of the pattern if no schema describes them', async () => {
    const { send } = echo('/{a}[/{b}]', {});
    expect((await send('GET', '/x')).body).toEqual({ args: { a: 'x' } });
  });

  it.each([
    ['a=1', [1]],
    ['a=1&a=2', [1, 2]],
    ['a[]=1&a[]=2', [1, 2]],
    ['%61=1&a=%32', [1, 2]],
  ])('reads the list of a query from ?%s', async (query, list) => {
    const { send } = echo('/', { query: z.object({ a: z.array(z.int()) }) });
    expect((await send('GET', `/?${query}`)).body).toMatchObject({ query: { a: list } });
  });

  it('lists a repeated name among the violations if no list is expected', async () => {
    const query = z.object({ a: z.int(), b: z.int(), c: z.object({ d: z.string() }) });
    const { send } = echo('/', { query });
    const { status, body } = await send('GET', '/?a=1&a=2&b=x&c[d]=1&c[d]=2');
    expect(status).toBe(422);
    const detail = 'The name has 2 values; expected one.';
    expect(body).toMatchObject({
      errors: [
        { in: 'query', pointer: '#/a', detail },
        { in: 'query', pointer: '#/c/d', detail },
        { in: 'query', pointer: '#/b' },
      ],
    });
  });

  it('refuses a repeated name beside an asynchronous check', async () => {
    const query = z.object({ a: z.string().refine(() => Promise.resolve(true)) });
    const { send } = echo('/', { query });
    expect((await send('GET', '/?a=1&a=2')).status).toBe(422);
    expect((await send('GET', '/?a=1')).status).toBe(200);
  });

  it('converts the parts of a schema beside one that JSON Schema cannot describe', async () => {
    const { send } = echo('/', { query: z.object({ n: z.int(), at: z.date().optional() }) });
    expect((await send('GET', '/?n=1')).body).toMatchObject({ query: { n: 1 } });
  });

  it.each([
    ['a=1', '1'],
    ['a=1&a=2', ['1', '2']],
    ['a[]=1', ['1']],
  ])('reads a list or text from ?%s', async (query, a) => {
    const { send } = echo('/', {
      query: z.object({ a: z.union([z.string(), z.array(z.string())]) }),
    });
    expect((await send('GET', `/?${query}`)).body).toMatchObject({ query: { a } });
  });

  it('splits a header at commas into a list, and refuses two values if one is expected', async () => {
    const headers = z.object({
      'x-list': z.array(z.int()).optional(),
      'x-one': z.int().optional(),
    });
    const { send } = echo('/', { headers });
    const list = await send('GET', '/', { headers: { 'X-List': ['1, 2', '3'] } });
    expect(list.body).toMatchObject({ headers: { 'x-list': [1, 2, 3] } });
    expect((await send('GET', '/', { headers: { 'X-One': ['1', '2'] } })).status).toBe(422);
  });

  it.each([
    ['a record', z.record(z.string(), z.string())],
    ['anything', z.unknown()],
  ])('passes all headers in lower case and all cookies to a schema of %s', async (_what, part) => {
    const { send } = echo('/', { headers: part, cookies: part });
    const { body } = await send('GET', '/', { headers: { 'X-A': '1', Cookie: 'b=2' } });
    expect(body).toMatchObject({ headers: { 'x-a': '1', host: 'localhost' }, cookies: { b: '2' } });
  });

  it('converts the values of a form, and leaves JSON unchanged', async () => {
    const body = z.object({ n: z.number(), on: z.boolean().default(false) });
    const accepts = ['application/json', 'application/x-www-form-urlencoded'];
    const { send } = echo('/', { body, accepts });
    const form = await send('POST', '/', { form: { n: '3', on: 'on' } });
    expect(form.body).toMatchObject({ body: { n: 3, on: true } });
    expect((await send('POST', '/', { json: { n: '3' } })).status).toBe(422);
    expect((await send('POST', '/', { json: { n: 3 } })).body).toMatchObject({ body: { n: 3 } });
  });

  it('accepts a list as a JSON body', async () => {
    const { send } = echo('/', { body: z.array(z.int()) });
    expect((await send('POST', '/', { json: [1, 2] })).body).toMatchObject({ body: [1, 2] });
  });

  it('lists the violations of all parts in one problem', async () => {
    const { send } = echo('/{id}', {
      args: z.object({ id: z.int() }),
      query: ark({ 'dry?': 'boolean' }),
      body: v.object({ title: v.pipe(v.string(), v.minLength(1)) }),
    });
    const { status, type, body } = await send('POST', '/x?dry=maybe', { json: { title: '' } });
    expect([status, type]).toEqual([422, 'application/problem+json']);
    expect(body).toMatchObject({
      title: 'Unprocessable Content',
      status: 422,
      code: 'INPUT_INVALID',
      detail: 'The request has 3 invalid values.',
      errors: [
        { in: 'path', pointer: '#/id' },
        { in: 'query', pointer: '#/dry' },
        { in: 'body', pointer: '#/title' },
      ],
    });
  });

  it('lists the violations in HTML, escaped', async () => {
    const { send } = echo('/', { query: z.object({ a: z.enum(['<b>']) }) });
    const { body } = await send('GET', '/', { headers: { Accept: 'text/html' } });
    expect(body).toContain('<li><code>query #/a</code>: ');
    expect(body).not.toContain('<b>');
  });

  it('awaits asynchronous schemas, all at the same time', async () => {
    const started = new Set<string>();
    const slow = (name: string) =>
      z.object({}).refine(async () => {
        started.add(name);
        await setImmediate();
        return started.size === 2;
      });
    const { send } = echo('/', { query: slow('query'), cookies: slow('cookies') });
    const { status, body } = await send('GET', '/?a=1');
    expect([status, body]).toEqual([200, { args: {}, query: {}, cookies: {} }]);
  });

  it('is read without a promise if all schemas are synchronous', () => {
    const callback = endpoint({ query: z.object({}) }, (_request, response) => response);
    const request = factories.createServerRequest('GET', '/');
    const response = factories.createResponse();
    expect(callback(request, response, {})).toBe(response);
  });

  it.each<422 | 400>([400, 422])('responds %i if the options say so', async (status) => {
    const { send } = echo('/', { query: z.object({ a: z.int() }) }, endpoints({ status }));
    const refusal = await send('GET', '/');
    expect([refusal.status, (refusal.body as { code: string }).code]).toEqual([
      status,
      'INPUT_INVALID',
    ]);
  });

  it('is converted by the JSON Schema of the options if the library provides none', async () => {
    const schema = v.object({ n: v.number() });
    const described = endpoints({
      jsonSchema: () => ({ type: 'object', properties: { n: { type: 'number' } } }),
    });
    expect((await echo('/', { query: schema }).send('GET', '/?n=1')).status).toBe(422);
    expect((await echo('/', { query: schema }, described).send('GET', '/?n=1')).status).toBe(200);
  });

  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['not described as JSON Schema where no form is accepted', undefined, []],
    [
      'described where forms are',
      ['application/json', 'application/x-www-form-urlencoded'],
      ['input'],
    ],
  ])('has a body that is %s', async (_rule, accepts, expected) => {
    const asked: string[] = [];
    const make = endpoints({
      jsonSchema: (_schema, io) => {
        asked.push(io);
        return null;
      },
    });
    const body = z.object({ n: z.number() });
    const { app, send } = api(factories);
    app.post(
      '/',
      make({ body, ...(accepts !== undefined && { accepts }) }, (_request, response) => response),
    );
    const headers = { 'Content-Type': 'application/json' };
    expect((await send('POST', '/', { headers, body: '{"n":1}' })).status).toBe(200);
    expect(asked).toEqual(expected);
  });
});
