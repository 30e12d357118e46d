/** Bodies that a layer has read before they are converted. */
import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { answering, Chunks } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { fromFetchHandler, toRequest, toResponse } from './index.js';

const readings: readonly (readonly [string, (body: StreamInterface) => Promise<unknown>])[] = [
  ['as a whole', (body) => body.text()],
  [
    'in chunks',
    async (body) => {
      const chunks = body[Symbol.asyncIterator]();
      while ((await chunks.next()).done !== true);
    },
  ],
];

describe.each(implementations)('a body that was read before, on %s,', (_, factories) => {
  const streamed = (...chunks: string[]) => factories.createStreamFromResource(new Chunks(chunks));

  it.each([...readings, ['in part', (body: StreamInterface) => body.read(1)] as const])(
    'is refused by toRequest if it was read %s',
    async (_how, read) => {
      const request = factories.createRequest('POST', 'http://a/').withBody(streamed('order'));
      await read(request.getBody());
      expect(() => toRequest(request)).toThrow(
        expect.objectContaining({
          code: 'BODY_CONSUMED',
          message: expect.stringContaining('withBody'),
        }),
      );
    },
  );

  it.each(readings)('does not reach a mounted fetch handler empty: read %s', async (_how, read) => {
    const bodies: string[] = [];
    const mounted = fromFetchHandler(async (request) => {
      bodies.push(await request.text());
      return new Response();
    });
    const { ask, errors } = answering(factories, async (request) => {
      await read(request.getBody());
      return mounted.handle(request);
    });
    const response = await ask(new Request('http://a/', { method: 'POST', body: 'order' }));
    expect([response.status, bodies]).toEqual([500, []]);
    expect(errors).toMatchObject([{ code: 'BODY_CONSUMED' }]);
  });

  it('is converted again if it is in memory', async () => {
    const body = factories.createStream('order');
    const request = factories.createRequest('POST', 'http://a/').withBody(body);
    await body.text();
    expect(await toRequest(request).text()).toBe('order');
  });

  it('is an empty body if it is one', async () => {
    const body = streamed();
    await body.text();
    const request = factories.createRequest('POST', 'http://a/').withBody(body);
    expect(await toRequest(request).text()).toBe('');
    expect(await toResponse(factories.createResponse().withBody(body)).text()).toBe('');
  });

  it.each(readings)('is refused by toResponse if it was read %s', async (_how, read) => {
    const response = factories.createResponse().withBody(streamed('page'));
    await read(response.getBody());
    expect(() => toResponse(response)).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        message: expect.stringContaining('withBody'),
      }),
    );
  });
});
