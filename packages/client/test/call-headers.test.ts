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
});
