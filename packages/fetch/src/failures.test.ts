import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { markResponse } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { answering, statusError, turn } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';

describe.each(implementations)('a failing or late handler on %s', (_, factories) => {
  const text = (content: string) =>
    factories.createResponse().withBody(factories.createStream(content));

  it('responds with the status and header fields of an error, and reports none below 500', async () => {
    const { ask, errors } = answering(factories, () => {
      throw statusError(429, { 'Retry-After': '5' });
    });
    const response = await ask('http://a/');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await response.text()).toBe('Too Many Requests');
    expect(errors).toEqual([]);
  });

  it.each([
    [undefined, 'private, no-cache'],
    [{ 'Cache-Control': 'no-store', Vary: 'Origin' }, 'no-store'],
    [{ 'Cache-Control': 'public, max-age=5', Vary: 'Origin' }, 'private, max-age=5'],
    [{ 'CDN-Cache-Control': 'max-age=5', Vary: 'Origin' }, 'private, no-cache'],
  ])('sends the cache headers that layers have requested for errors: %j', async (own, caching) => {
    const { ask } = answering(factories, (request) => {
      markResponse(request, { vary: ['Cookie'], isPrivate: true });
      throw statusError(404, own);
    });
    const { headers } = await ask('http://a/');
    expect(headers.get('cache-control')).toBe(caching);
    expect(headers.has('cdn-cache-control')).toBe(false);
    expect(headers.get('vary')).toBe(own === undefined ? 'Cookie' : 'Origin, Cookie');
  });

  it('sends every value of a header of an error', async () => {
    const { ask } = answering(factories, () => {
      throw statusError(401, { 'WWW-Authenticate': ['Basic', 'Bearer'] });
    });
    const { headers } = await ask('http://a/');
    expect(headers.get('www-authenticate')).toBe('Basic, Bearer');
  });

  it.each([
    ['an error without a status', new Error('secret'), 500],
    ['an error with a status from 500 on', statusError(503), 503],
    ['an error whose status is not an error status', statusError(200), 500],
  ])('reports %s once, and hides it from the client', async (_name, error, status) => {
    const { ask, errors } = answering(factories, () => Promise.reject(error));
    const response = await ask('http://a/');
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain(error.message);
    expect(errors).toEqual([error]);
  });

  it.each([
    ['omits those of another package', {}, 0],
    ['omits all and reports it for an error written for clients', { [HTTP_ERROR]: true }, 1],
  ])('responds to an error with invalid headers: %s', async (_name, mark, reported) => {
    const error = Object.assign(statusError(400, { 'X-A': 'b\r\nX-C: d' }), mark);
    const { ask, errors } = answering(factories, () => {
      throw error;
    });
    const { status, headers } = await ask('http://a/');
    expect([status, headers.has('x-a'), headers.has('x-c'), errors.length]).toEqual([
      400,
      false,
      false,
      reported,
    ]);
  });

  it.each([
    [undefined, 'undefined instead of a response; is a "return" missing?'],
    [null, 'null instead of a response'],
    [new Error('x'), 'an instance of Error instead of a response; throw it'],
    [
      new Response('x'),
      'an instance of Response instead of a response; convert it with fromResponse from @mortise/fetch',
    ],
  ])('reports what a handler returned: %p', async (result, returned) => {
    const { ask, errors } = answering(factories, () => result as never);
    expect((await ask('http://a/')).status).toBe(500);
    const message = `the handler returned ${returned}`;
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID', message }]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['valid headers', { 'Retry-After': '5' }],
    ['an invalid header', { 'X-A': 'b\r\nX-C: d' }],
  ])(
    'responds to HEAD without a body but with its length to an error with %s',
    async (_name, fields) => {
      const error = Object.assign(statusError(429, fields), { [HTTP_ERROR]: true });
      const { ask } = answering(factories, () => Promise.reject(error));
      const { body, headers, status } = await ask(new Request('http://a/', { method: 'HEAD' }));
      expect([status, body, headers.get('content-length')]).toEqual([429, null, '17']);
    },
  );

  it('responds with 503, reports it and aborts the lifetime if the handler takes too long', async () => {
    const limits = { handlerTimeout: 1 };
    const { ask, errors, lifetime } = answering(factories, () => new Promise(() => undefined), {
      limits,
    });
    expect((await ask('http://a/')).status).toBe(503);
    const message = 'the handler returned no response within 1 ms';
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT', message }]);
    expect(lifetime().signal.reason).toBe(errors[0]);
  });

  it('closes the body of a late response, if it has a source', async () => {
    const body = factories.createStreamFromResource(new Blob(['late']).stream());
    const handle = async (request: ServerRequestInterface) => {
      await givenUp(request);
      return factories.createResponse().withBody(body);
    };
    const { ask } = answering(factories, handle, { limits: { handlerTimeout: 1 } });
    expect((await ask('http://a/')).status).toBe(503);
    await turn();
    expect(body.isReadable()).toBe(false);
  });

  it.each([
    ['', new Error('late')],
    [' that another signal aborted', new DOMException('aborted', 'AbortError')],
  ])('reports a late error%s', async (_name, late) => {
    const { ask, errors } = answering(
      factories,
      async (request) => {
        await givenUp(request);
        throw late;
      },
      { limits: { handlerTimeout: 1 } },
    );
    await ask('http://a/');
    while (errors.length < 2) await turn();
    expect(errors[1]).toBe(late);
  });

  it.each([
    [
      'caused by the reason of the abort',
      (request: ServerRequestInterface) =>
        new Error('aborted', { cause: request.getLifetime().signal.reason }),
    ],
    [
      'the reason of the abort',
      (request: ServerRequestInterface): unknown => request.getLifetime().signal.reason,
    ],
  ])('does not report a late error that is only %s', async (_name, errorFor) => {
    const { ask, errors } = answering(
      factories,
      async (request) => {
        await givenUp(request);
        throw errorFor(request);
      },
      { limits: { handlerTimeout: 1 } },
    );
    await ask('http://a/');
    await turn();
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('cleanup');
      },
    ],
    ['rejects', () => Promise.reject(new Error('cleanup'))],
  ])('reports a cleanup that %s, without changing the response', async (_name, cleanup) => {
    const { ask, errors } = answering(factories, (request) => {
      request.getLifetime().onEnd(cleanup);
      return text('well');
    });
    expect(await (await ask('http://a/')).text()).toBe('well');
    await turn();
    expect(errors).toMatchObject([{ errors: [{ message: 'cleanup' }] }]);
  });

  it('reports an error that a handler throws while it creates its response', async () => {
    const { ask, errors } = answering(factories, () => text('').withHeader('X-A', '\n'));
    expect((await ask('http://a/')).status).toBe(500);
    expect(errors).toMatchObject([{ code: 'HEADER_VALUE_INVALID' }]);
  });
});

/** When the handler has taken too long. */
function givenUp(request: ServerRequestInterface): Promise<unknown> {
  const { signal } = request.getLifetime();
  return waitForEvent('the signal', once(signal, 'abort'));
}
