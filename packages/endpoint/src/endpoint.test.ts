import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@mortise/contract';
import { factories } from '@mortise/message/node';
import { endpoint, endpoints } from './index.js';

const accepting = {
  '~standard': { version: 1, vendor: 'none', validate: (value: unknown) => ({ value }) },
} as Schema;

describe('an endpoint', () => {
  const request = factories.createServerRequest('GET', '/');

  it('converts its schemas to JSON Schema once, at its first request', () => {
    const asked: string[] = [];
    const make = endpoints({ jsonSchema: (_schema, io) => (asked.push(io), null) });
    const callback = make(
      { query: accepting, responses: { 200: accepting } },
      (_request, respond) => (respond as unknown as (s: number, c: object) => never)(200, {}),
    );
    expect(asked).toEqual([]);
    for (let call = 0; call < 2; call++) void callback(request, factories.createResponse(), {});
    expect(asked).toEqual(['input', 'output']);
  });

  it('has its description and its options, with defaults', () => {
    const description = { summary: 'S' };
    const handler = <R>(_request: unknown, response: R): R => response;
    const defaults = { checkResponses: true, status: 422, jsonSchema: null };
    expect(endpoint(description, handler).settings).toEqual(defaults);
    expect(endpoint(description, handler).description).toBe(description);
    const given = { checkResponses: false, status: 400, jsonSchema: () => null } as const;
    expect(endpoints(given)(description, handler).settings).toEqual(given);
  });

  it('reads the input before it calls the handler, and calls it once', async () => {
    const order: string[] = [];
    const slow = {
      '~standard': {
        version: 1,
        vendor: 'none',
        validate: async (value: unknown) => {
          await Promise.resolve();
          order.push('validated');
          return { value };
        },
      },
    } as Schema;
    const fresh = factories.createResponse();
    const callback = endpoint({ query: slow }, (seen, response, input) => {
      order.push('handled');
      expect([seen, response, input]).toEqual([request, fresh, { args: { a: '1' }, query: {} }]);
      return response;
    });
    expect(await callback(request, fresh, { a: '1' })).toBe(fresh);
    expect(order).toEqual(['validated', 'handled']);
  });

  it.each([undefined, null, 'a'])('refuses the arguments %j of another strategy', (args) => {
    const callback = endpoint({}, (_request, response) => response);
    expect(() => callback(request, factories.createResponse(), args as never)).toThrow(
      expect.objectContaining({ code: 'ARGUMENTS_MISSING' }),
    );
  });
});
