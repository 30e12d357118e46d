import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, RoutedInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { ROUTED } from '../keys.js';
import { MethodNotAllowedError, otherMethod } from './other-method.js';

/** The result of a layer for a POST request. */
function passedOn(
  handle: () => ResponseInterface | Promise<ResponseInterface>,
  { outcome = 'not-found', exists = true }: { outcome?: string | null; exists?: boolean } = {},
) {
  const request = factories.createServerRequest('POST', '/a');
  if (outcome !== null) request.getLifetime().setValue(ROUTED, { outcome } as RoutedInterface);
  return otherMethod(request, { handle }, { factories: () => factories, exists: () => exists });
}

const notFound = () => factories.createResponse(404);

describe('otherMethod', () => {
  it('rejects with a 405 instead of a 404 without a route, returned or thrown', async () => {
    const thrown = Object.assign(new Error('none'), { status: 404 });
    const handlers = [
      notFound,
      () => Promise.resolve(notFound()),
      () => Promise.reject(thrown),
      () => {
        throw thrown;
      },
    ];
    for (const handle of handlers) {
      const error: unknown = await Promise.resolve(passedOn(handle)).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(MethodNotAllowedError);
      expect(error).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD' } });
    }
  });

  it.each([
    ['closes the stream', factories.createStreamFromResource(new ReadableStream()), true],
    ['keeps the text, which can be sent again,', factories.createStream('none'), false],
  ])('%s of the response that it replaces', async (_, body, closes) => {
    let isClosed = false;
    Object.defineProperty(body, 'close', { value: () => (isClosed = true) });
    await Promise.resolve(passedOn(() => notFound().withBody(body))).catch(() => undefined);
    expect(isClosed).toBe(closes);
  });

  it.each<[string, Parameters<typeof passedOn>[1], ResponseInterface]>([
    ['a route that responds with 404', { outcome: 'found' }, notFound()],
    ['a layer that responds with 404 before routing', { outcome: null }, notFound()],
    ['a path that the layer does not serve', { exists: false }, notFound()],
    ['another status', {}, factories.createResponse(410)],
  ])('returns the response of %s', async (_of, state, response) => {
    expect(await passedOn(() => response, state)).toBe(response);
  });

  it('returns the response of a synchronous handler without a promise', () => {
    const response = factories.createResponse();
    expect(passedOn(() => response)).toBe(response);
  });
});
