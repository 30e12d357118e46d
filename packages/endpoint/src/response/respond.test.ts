import { describe, expect, it } from '@jest/globals';
import type { EndpointDescription, Schema } from '@mortise/contract';
import { factories } from '@mortise/message/node';
import { type EndpointsOptions, resolveSettings } from '../endpoint-options.js';
import { responderOf } from './respond.js';
import { unhandledRejectionsOf } from '../../../../tooling/testing/unhandled-rejections.js';

type Result = ReturnType<Schema['~standard']['validate']>;

function schema(validate: (value: unknown) => Result, vendor = 'none'): Schema {
  return { '~standard': { version: 1, vendor, validate } };
}

const accepting = schema((value) => ({ value }));
const a = { type: 'object', properties: { a: {} } };

function responder(
  responses: EndpointDescription<Schema>['responses'],
  options: EndpointsOptions = {},
  fresh = factories.createResponse(),
) {
  return responderOf({ responses } as EndpointDescription<Schema>, resolveSettings(options))(fresh);
}

const sent = (response: ReturnType<ReturnType<typeof responder>>) => response.getBody().text();

describe('responderOf', () => {
  it('is the fresh response itself if its status is the described one', () => {
    const fresh = factories.createResponse();
    expect(responder({ 200: null }, {}, fresh)(200)).toBe(fresh);
    expect(responder({ 201: null }, {}, fresh)(201).getStatusCode()).toBe(201);
  });

  it('names the described statuses if there is no such one', () => {
    expect(() => responder({ 200: null, 404: null })(500)).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_UNDESCRIBED',
        message: expect.stringContaining(
          'the response 500 is not described; expected one of 200, 404',
        ),
      }),
    );
    expect(() => responder(undefined)(200)).toThrow('is not described');
  });

  it.each<[string, EndpointDescription<Schema>['responses'], unknown]>([
    ['JSON', { 200: accepting, 404: null }, {}],
    ['text', { 200: { type: 'text/csv' }, 404: null }, 'a,b'],
    ['an empty text', { 200: { type: 'text/csv' }, 404: null }, ''],
  ])('refuses another response after one with %s', (_what, responses, content) => {
    const respond = responder(responses);
    respond(200, content);
    expect(() => respond(404)).toThrow(expect.objectContaining({ code: 'RESPONSE_REPEATED' }));
  });

  it('responds again for each request, even after a response with content', async () => {
    const prepared = responderOf({ responses: { 200: accepting } }, resolveSettings({}));
    for (const value of [[1], [2]]) {
      const respond = prepared(factories.createResponse());
      expect(await sent(respond(200, value))).toBe(JSON.stringify(value));
    }
  });

  it.each([
    ['application/json', undefined],
    ['application/hal+json', 'application/hal+json'],
  ])('has the type %s for JSON of the described type %j', (type, described) => {
    const response = { schema: accepting, ...(described !== undefined && { type: described }) };
    expect(responder({ 200: response })(200, {}).getHeader('Content-Type')).toEqual([type]);
  });

  it.each<[string, EndpointDescription<Schema>['responses']]>([
    ['JSON', { 200: accepting }],
    ['text', { 200: { type: 'text/csv' } }],
  ])('refuses a promise of %s, which may reject later', async (_what, responses) => {
    for (const content of [Promise.resolve('x'), Promise.reject(new Error('down'))]) {
      expect(() => responder(responses, { checkResponses: false })(200, content)).toThrow(
        expect.objectContaining({
          code: 'RESPONSE_INVALID',
          message: expect.stringContaining('# received a promise: await it'),
        }),
      );
    }
    // An unhandled rejection would be reported in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('is checked before it is written, and at most ten faults are listed', () => {
    const issues = Array.from({ length: 11 }, (_, index) => ({
      message: `m${index}`,
      path: ['p', index],
    }));
    const fresh = factories.createResponse();
    const respond = responder({ 200: schema(() => ({ issues })) }, {}, fresh);
    expect(() => respond(200, {})).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        message: expect.stringMatching(/: #\/p\/0 m0; .*; #\/p\/9 m9$/),
      }),
    );
    expect(fresh.getBody().getSize()).toBe(0);
    const whole = responder({ 200: schema(() => ({ issues: [{ message: 'm' }] })) });
    expect(() => whole(200, {})).toThrow('its description: # m');
  });

  it('refuses a schema that is asynchronous, and leaves no rejection of it', async () => {
    const late = schema(() => Promise.reject(new Error('offline')));
    const rejections = await unhandledRejectionsOf(() => {
      expect(() => responder({ 200: late })(200, {})).toThrow(
        expect.objectContaining({ code: 'RESPONSE_ASYNC' }),
      );
    });
    expect(rejections).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['NaN', { a: [Number.NaN] }, '#/a/0 received NaN; expected a finite number'],
    ['an invalid date', { a: new Date(Number.NaN) }, '#/a received an invalid date'],
    ['a Map', { a: new Map([[1, 2]]) }, '#/a received an instance of Map'],
    ['an absent list item', [undefined], '#/0 received undefined'],
  ])(
    'refuses %s, which JSON would write as another value, unless unchecked',
    (_what, content, text) => {
      expect(() => responder({ 200: accepting })(200, content)).toThrow(
        expect.objectContaining({
          code: 'RESPONSE_INVALID',
          message: expect.stringContaining(
            `the response 200 does not match its description: ${text}`,
          ),
        }),
      );
      const unchecked = responder({ 200: accepting }, { checkResponses: false })(200, content);
      expect(unchecked.getStatusCode()).toBe(200);
    },
  );

  it('has no content if its type is undefined', () => {
    const described = { 202: { type: undefined } } as unknown as Parameters<typeof responder>[0];
    const response = responder(described)(202);
    expect([response.getBody().getSize(), response.hasHeader('Content-Type')]).toEqual([0, false]);
  });

  it('throws what a toJSON method throws, unless it is a TypeError', () => {
    const failing = (error: Error) => ({
      toJSON: () => {
        throw error;
      },
    });
    const error = new RangeError('own');
    expect(() => responder({ 200: accepting })(200, failing(error))).toThrow(error);
    expect(() => responder({ 200: accepting })(200, failing(new TypeError('own')))).toThrow(
      'the value cannot be written as JSON: own',
    );
    expect(() => responder({ 200: accepting })(200, undefined)).toThrow(
      /cannot be written as JSON$/,
    );
  });

  it.each<[string, string, boolean, object, number]>([
    ['zod, which has dropped them', 'zod', true, { a: 1, b: 2 }, 0],
    ['valibot, which has dropped them', 'valibot', true, { a: 1, b: 2 }, 0],
    ['zod that is not checked', 'zod', false, { a: 1 }, 1],
    ['another library', 'none', true, { a: 1 }, 1],
  ])(
    'drops members by the description of a schema of %s',
    async (_what, vendor, checkResponses, expected, times) => {
      const asked: unknown[] = [];
      const own = schema((value) => ({ value }), vendor);
      const prepared = responderOf(
        { responses: { 200: own } },
        resolveSettings({ checkResponses, jsonSchema: (...args) => (asked.push(args), a) }),
      );
      for (let call = 0; call < 2; call++) {
        const response = prepared(factories.createResponse())(200, { a: 1, b: 2 });
        expect(JSON.parse(await sent(response))).toEqual(expected);
      }
      const direction = checkResponses ? 'output' : 'input';
      expect(asked).toEqual(Array(times).fill([own, direction]));
    },
  );

  it('drops no member by a schema that has no description', async () => {
    const response = responder({ 200: accepting })(200, { a: 1 });
    expect(await sent(response)).toBe('{"a":1}');
  });

  it.each<[string, string, unknown]>([
    ['text/csv', 'text/csv; charset=utf-8', 'a'],
    ['TEXT/csv', 'TEXT/csv; charset=utf-8', 'a'],
    ['text/csv;header=present', 'text/csv;header=present', 'a'],
    ['image/svg+xml', 'image/svg+xml', 'a'],
    ['x-text/csv', 'x-text/csv', 'a'],
    ['text/csv', 'text/csv', new Uint8Array([97])],
    ['text/csv', 'text/csv', factories.createStream('a')],
  ])('of the type %s has the type %s', async (type, expected, content) => {
    const response = responder({ 200: { type } })(200, content);
    expect(response.getHeader('Content-Type')).toEqual([expected]);
    expect(await sent(response)).toBe('a');
  });

  it('has a stream as its body, unread', () => {
    const stream = factories.createStream('a');
    expect(responder({ 200: { type: 'text/csv' } })(200, stream).getBody()).toBe(stream);
  });

  it.each([null, undefined, 7, {}, ['a']])(
    'has no content %j of a type that is not JSON',
    (content) => {
      expect(() => responder({ 200: { type: 'text/csv' } })(200, content)).toThrow(
        expect.objectContaining({
          code: 'RESPONSE_INVALID',
          message: expect.stringContaining('# expected a string, bytes or a stream'),
        }),
      );
    },
  );
});
