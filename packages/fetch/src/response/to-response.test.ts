import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { answering, Chunks, turn } from '../../test/answering.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { toResponse } from '../index.js';

describe.each(implementations)('toResponse on %s', (_, factories) => {
  const streamed = (chunks: AsyncIterable<Uint8Array>) =>
    factories.createResponse().withBody(factories.createStreamFromResource(chunks));

  it('adds no content type', () => {
    const body = factories.createStream('text');
    const response = toResponse(factories.createResponse().withBody(body));
    expect([...response.headers]).toEqual([]);
  });

  it.each(['text/plain; charset=utf-8', 'application/json'])(
    'shares no headers between responses of the type %s',
    (type) => {
      const typed = () =>
        toResponse(
          factories
            .createResponse()
            .withHeader('Content-Type', type)
            .withBody(factories.createStream('x')),
        );
      typed().headers.set('content-type', 'text/html');
      expect([...typed().headers]).toEqual([['content-type', type]]);
    },
  );

  it('sends a body in memory from its start, whatever was read of it', async () => {
    const body = factories.createStream('text');
    await body.read(2);
    expect(await toResponse(factories.createResponse().withBody(body)).text()).toBe('text');
  });

  it.each([
    ['Content-Type', ['text/html']],
    ['content-type', ['text/html']],
  ])('keeps the other headers beside %s', (name, types) => {
    const response = factories
      .createResponse()
      .withHeader(name, types)
      .withHeader('X-A', 'b')
      .withBody(factories.createStream('text'));
    expect([...toResponse(response).headers]).toEqual([
      ['content-type', 'text/html'],
      ['x-a', 'b'],
    ]);
  });

  it.each([
    ['GET', 'ab', '2'],
    ['HEAD', '', '2'],
  ])(
    'states to %s the length of a stream whose size is known, from its position',
    async (method, content, length) => {
      const { ask } = answering(factories, () => {
        const response = streamed(new Chunks(['ab']));
        const body = Object.assign(response.getBody(), { getSize: () => 5, tell: () => 3 });
        return response.withBody(body);
      });
      const response = await ask(new Request('http://a/', { method }));
      expect([response.headers.get('content-length'), await response.text()]).toEqual([
        length,
        content,
      ]);
    },
  );

  it('omits headers that frame the message', () => {
    const response = factories
      .createResponse()
      .withHeader('Connection', 'close')
      .withHeader('Content-Length', '7')
      .withHeader('keep-alive', 'timeout=5')
      .withHeader('Trailer', 'X')
      .withHeader('Transfer-Encoding', 'chunked')
      .withHeader('X-A', 'b');
    expect([...toResponse(response).headers]).toEqual([['x-a', 'b']]);
  });

  it('reads a source only when the platform requests it, one chunk at a time', async () => {
    const chunks = new Chunks(['a', 'b', 'c']);
    const reader = toResponse(streamed(chunks)).body?.getReader();
    await turn();
    expect(chunks.asked).toBe(0);
    await reader?.read();
    await turn();
    expect(chunks.asked).toBe(1);
  });

  it.each([
    ['shorter', '3'],
    ['longer', '1'],
  ])('aborts a body that is %s than its Content-Length', async (how, length) => {
    const chunks = new Chunks(['a', 'b']);
    const response = toResponse(streamed(chunks).withHeader('Content-Length', length));
    expect(response.headers.get('content-length')).toBe(length);
    await expect(response.text()).rejects.toMatchObject({
      code: 'RESPONSE_LENGTH_MISMATCH',
      message: expect.stringContaining(how),
    });
  });

  it('treats a body as finished once its last announced byte was sent', async () => {
    const handle = () => streamed(new Chunks(['a', 'b'])).withHeader('Content-Length', '2');
    const { ask, lifetime } = answering(factories, handle);
    const reader = (await ask('http://a/')).body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect([lifetime().ended, lifetime().signal.aborted]).toEqual([true, false]);
  });

  it.each([204, 205, 304])(
    'sends %d without a body and closes the body of the response',
    async (status) => {
      const chunks = new Chunks(['a']);
      const response = toResponse(streamed(chunks).withStatus(status));
      await turn();
      expect([response.status, response.body, chunks.asked, chunks.cancelled]).toEqual([
        status,
        null,
        0,
        true,
      ]);
    },
  );

  it.each([
    [204, '7', null],
    [205, '7', '0'],
    [304, '7', '7'],
    [304, '', null],
  ])('sends %d with Content-Length %j with the length %j', (status, declared, stated) => {
    const plain = factories.createResponse(status).withBody(factories.createStream('body'));
    const response = declared === '' ? plain : plain.withHeader('Content-Length', declared);
    expect(toResponse(response).headers.get('content-length')).toBe(stated);
  });

  it.each([
    ['a body in memory', 'é', '', '2'],
    ['an empty body', '', '', null],
    ['an empty body and a length of its own', '', '7', '7'],
  ])(
    'responds to HEAD without a body but with the length of %s',
    async (_name, content, own, stated) => {
      const { ask } = answering(factories, () => {
        const response = factories.createResponse().withBody(factories.createStream(content));
        return own === '' ? response : response.withHeader('Content-Length', own);
      });
      const response = await ask(new Request('http://a/', { method: 'HEAD' }));
      expect([response.body, response.headers.get('content-length')]).toEqual([null, stated]);
    },
  );

  it('cancels the source of a HEAD response', async () => {
    const chunks = new Chunks(['a']);
    const { ask, lifetime } = answering(factories, () => streamed(chunks));
    await ask(new Request('http://a/', { method: 'HEAD' }));
    await turn();
    expect([chunks.asked, chunks.cancelled, lifetime().ended]).toEqual([0, true, true]);
  });

  it.each([
    ['a reason phrase with a line feed', { getReasonPhrase: () => 'a\nb' }],
    ['a header name with a line feed', { getRawHeaders: () => ['X-A\n', 'b'] }],
    ['a header value with a line feed', { getRawHeaders: () => ['X-A', 'b\r\nX-C: d'] }],
    ['a header value beyond U+00FF', { getRawHeaders: () => ['X-A', '\u0100'] }],
  ])('refuses %s, and responds with a plain 500', async (_name, wrong) => {
    const chunks = new Chunks(['a']);
    const response = overriding(streamed(chunks), wrong);
    expect(() => toResponse(response)).toThrow('invalid response');
    expect(() => toResponse(response)).toThrow(
      expect.objectContaining({ code: 'RESPONSE_INVALID', cause: expect.any(Object) }),
    );
    const { ask, errors, lifetime } = answering(factories, () => response);
    expect((await ask('http://a/')).status).toBe(500);
    await turn();
    expect(errors).toMatchObject([{ code: 'RESPONSE_INVALID' }]);
    expect([chunks.cancelled, lifetime().ended]).toEqual([true, true]);
  });

  it.each([101, 199, 600])('refuses status %d in words of its own', (status) => {
    const message = `invalid response: status ${status}; expected 200 to 599`;
    expect(() =>
      toResponse(overriding(streamed(new Chunks([])), { getStatusCode: () => status })),
    ).toThrow(expect.objectContaining({ code: 'RESPONSE_INVALID', message }));
  });
});

/** A response of an implementation that checks nothing. */
function overriding(
  response: ResponseInterface,
  members: Partial<ResponseInterface>,
): ResponseInterface {
  return new Proxy(response, {
    get(target, key) {
      const member: unknown = Reflect.get(members, key) ?? Reflect.get(target, key);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
