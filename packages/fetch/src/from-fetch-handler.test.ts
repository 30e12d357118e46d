import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { answering } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { fromFetchHandler, type FromFetchHandlerOptions } from './index.js';

describe.each(implementations)('fromFetchHandler on %s', (_, factories) => {
  it('returns the response of the handler', async () => {
    const mounted = fromFetchHandler(
      async (request) => new Response(`${request.method} ${await request.text()}`),
    );
    const { ask } = answering(factories, (request) => mounted.handle(request));
    const response = await ask(new Request('http://a/', { method: 'POST', body: 'text' }));
    expect(await response.text()).toBe('POST text');
  });

  it('returns the same bytes through toFetchHandler, whatever they are', async () => {
    const mounted = fromFetchHandler(({ body }) => new Response(body));
    const { ask } = answering(factories, (request) => mounted.handle(request));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (content) => {
        const response = await ask(new Request('http://a/', { method: 'POST', body: content }));
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
      }),
      { numRuns: numRuns(100) },
    );
  });

  it('creates responses with the factories of the request, or with those that are given', async () => {
    const others = implementations.map(([, each]) => each).find((each) => each !== factories);
    const request = factories.createServerRequest('GET', '/');
    const classOf = async (options?: FromFetchHandlerOptions) =>
      (await fromFetchHandler(() => new Response(''), options).handle(request)).constructor;
    expect(await classOf()).toBe(factories.createResponse().constructor);
    expect(await classOf({ factories: others as typeof factories })).toBe(
      others?.createResponse().constructor,
    );
  });

  it('refuses an object that has a fetch handler, and names the member', () => {
    const service = { fetch: () => new Response('') };
    const message =
      /^invalid fromFetchHandler\.handler: received an object; expected .*, such as app\.fetch$/;
    expect(() => fromFetchHandler(service as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringMatching(message) }),
    );
  });

  it('rejects if the handler returns nothing, and asks for a return', async () => {
    const mounted = fromFetchHandler(() => undefined as never);
    await expect(mounted.handle(factories.createServerRequest('GET', '/'))).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: 'invalid response: received undefined instead of a Response; is a "return" missing?',
    });
  });

  it('rejects with the error that the handler throws', async () => {
    const error = new Error('inner');
    const mounted = fromFetchHandler(() => Promise.reject(error));
    await expect(mounted.handle(factories.createServerRequest('GET', '/'))).rejects.toBe(error);
  });

  it('aborts the request of the handler when that of the application is aborted', async () => {
    let signal: AbortSignal | null = null;
    const mounted = fromFetchHandler((request) => {
      ({ signal } = request);
      return new Response('');
    });
    const request = factories.createServerRequest('GET', '/');
    await mounted.handle(request);
    await request.getLifetime().abort(new Error('gone'));
    expect(signal).toMatchObject({ aborted: true });
  });

  it('passes the handler the whole body in memory, even if it was read before', async () => {
    const mounted = fromFetchHandler(async (request) => new Response(await request.text()));
    const body = factories.createStream('text');
    await body.text();
    const request = factories.createServerRequest('POST', '/').withBody(body);
    const response = await mounted.handle(request);
    expect(await response.getBody().text()).toBe('text');
  });
});
