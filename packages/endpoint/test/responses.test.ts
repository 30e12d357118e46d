import { describe, expect, it } from '@jest/globals';
import type { EndpointDescription } from '@mortise/contract';
import { type as ark } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { endpoint, endpoints } from '../src/index.js';
import { api } from './api.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

type Describe = EndpointDescription['responses'];

describe.each(nodeImplementations)('the response of an endpoint, on %s', (_name, factories) => {
  /** Responds with the given status and content, unchecked by the compiler. */
  async function respond(responses: Describe, status: number, content?: unknown, make = endpoint) {
    const { app, send, logged } = api(factories);
    const callback = make({ responses } as EndpointDescription, (_request, answer) =>
      (answer as unknown as (s: number, c: unknown) => never)(status, content),
    );
    app.get('/', callback);
    return { ...(await send('GET', '/')), logged: logged.join('\n') };
  }

  it('is JSON of the content', async () => {
    const { status, type, body } = await respond({ 201: z.object({ a: z.int() }) }, 201, { a: 1 });
    expect([status, type, body]).toEqual([201, 'application/json', { a: 1 }]);
  });

  it.each([
    ['zod', z.object({ a: z.int() })],
    ['arktype', ark({ a: 'number.integer' })],
    ['valibot', v.object({ a: v.number() })],
  ])('has only members that a schema of %s names', async (_library, schema) => {
    const { body } = await respond({ 200: schema }, 200, { a: 1, secret: 2 });
    expect(body).toEqual({ a: 1 });
  });

  it('is the content as the schema transforms it', async () => {
    const schema = z.object({ at: z.date().transform((at) => at.getTime()) });
    expect((await respond({ 200: schema }, 200, { at: new Date(5) })).body).toEqual({ at: 5 });
  });

  it.each([
    ['null', null],
    ['a text', { text: 'Done.' }],
  ])('has no body if it is described by %s', async (_what, described) => {
    const { status, type, body } = await respond({ 202: described }, 202, 'x');
    expect([status, type, body]).toEqual([202, '', '']);
  });

  it.each([
    ['text', 'a,b'],
    ['bytes', new TextEncoder().encode('a,b')],
    ['a stream', factories.createStream('a,b')],
  ])('accepts %s as its body if the type is not JSON', async (_what, content) => {
    const { type, body } = await respond({ 200: { type: 'text/csv' } }, 200, content);
    expect([type.startsWith('text/csv'), body]).toEqual([true, 'a,b']);
  });

  it.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['Text/CSV', 'Text/CSV; charset=utf-8'],
    ['text/csv; header=absent', 'text/csv; header=absent'],
    ['image/svg+xml', 'image/svg+xml'],
  ])('of the described type %s is sent as %s if it is text', async (described, sent) => {
    expect((await respond({ 200: { type: described } }, 200, 'a,b')).type).toBe(sent);
  });

  it('has the JSON type that is described', async () => {
    const responses = { 200: { schema: z.object({}), type: 'application/hal+json' } };
    expect((await respond(responses, 200, {})).type).toBe('application/hal+json');
  });

  it.each<[string, Describe, number, unknown, string]>([
    ['does not fit', { 200: z.object({ a: z.int() }) }, 200, { a: 'secret' }, '#/a '],
    ['has no JSON', { 200: z.undefined() }, 200, undefined, 'cannot be written as JSON'],
    ['has a bigint', { 200: z.bigint() }, 200, 7n, 'cannot be written as JSON: '],
    [
      'is an object where the type is not JSON',
      { 200: { type: 'text/csv' } },
      200,
      { secret: 1 },
      'expected a string, bytes or a stream',
    ],
    [
      'has no content where a type is described',
      { 200: { type: 'text/csv' } },
      200,
      undefined,
      'expected a string, bytes or a stream',
    ],
    [
      'has an undescribed status',
      { 200: null, 404: null },
      500,
      undefined,
      'expected one of 200, 404',
    ],
    [
      'has an asynchronous schema',
      { 200: z.object({}).refine(async () => Promise.resolve(true)) },
      200,
      {},
      'asynchronous',
    ],
  ])('is a logged 500 if it %s', async (_what, responses, status, content, text) => {
    const received = await respond(responses, status, content);
    expect([received.status, JSON.stringify(received.body).includes('secret')]).toEqual([
      500,
      false,
    ]);
    expect(received.logged).toContain(text);
  });

  it('has at most ten faults in the log', async () => {
    const { logged } = await respond({ 200: z.array(z.int()) }, 200, Array(12).fill('x'));
    expect(new Set(logged.match(/#\/\d+/g)).size).toBe(10);
  });

  it('is picked and not validated with checkResponses: false', async () => {
    const make = endpoints({ checkResponses: false });
    const schema = z.object({ a: z.int() });
    for (const each of [schema, schema.transform((given) => ({ ...given }))]) {
      const { status, body } = await respond({ 200: each }, 200, { a: 'x', secret: 1 }, make);
      expect([status, body]).toEqual([200, { a: 'x' }]);
    }
  });

  it.each([
    [404, undefined],
    [200, { a: 2 }],
  ] as const)('is a logged 500 if respond is called again, with %d', async (status, content) => {
    const { app, send, logged } = api(factories);
    app.get(
      '/',
      endpoint({ responses: { 200: z.object({ a: z.int() }), 404: null } }, (_request, answer) => {
        answer(200, { a: 1 });
        return (answer as (status: number, content?: object) => never)(status, content);
      }),
    );
    expect((await send('GET', '/')).status).toBe(500);
    expect(logged.join('\n')).toContain(
      `respond(${status}) was called after a response with content`,
    );
  });

  it('can follow one without content, and one that was refused', async () => {
    const { app, send } = api(factories);
    app.get(
      '/',
      endpoint({ responses: { 200: z.object({ a: z.int() }), 404: null } }, (_request, answer) => {
        answer(404);
        expect(() => answer(200, { a: 'x' } as never)).toThrow('does not match');
        return answer(200, { a: 1 });
      }),
    );
    expect((await send('GET', '/')).body).toEqual({ a: 1 });
  });

  it('keeps headers that the handler adds', async () => {
    const { app, send } = api(factories);
    app.get(
      '/',
      endpoint({ responses: { 200: z.object({}) } }, (_request, answer) =>
        answer(200, {}).withHeader('ETag', '"1"'),
      ),
    );
    expect((await send('GET', '/')).response.getHeaderLine('ETag')).toBe('"1"');
  });
});
