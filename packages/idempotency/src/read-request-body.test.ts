import { describe, expect, it } from '@jest/globals';
import type { StreamInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { readRequestBody } from './read-request-body.js';

const encoder = new TextEncoder();

describe.each(implementations)('readRequestBody with %s', (_, factories) => {
  const read = (body: StreamInterface, maxBytes = 100) =>
    readRequestBody(
      factories.createServerRequest('POST', 'https://h.test/').withBody(body),
      factories,
      maxBytes,
    );
  const streamOf = (...chunks: string[]) =>
    factories.createStreamFromResource(
      (async function* () {
        for (const chunk of chunks) yield await Promise.resolve(encoder.encode(chunk));
      })(),
    );

  it.each<[string, () => StreamInterface]>([
    ['a text in memory', () => factories.createStream('pä')],
    ['bytes in memory', () => factories.createStream(encoder.encode('pä'))],
    ['a body in chunks', () => streamOf('p', 'ä')],
    [
      'a body that can be read again, but is not in memory',
      () => {
        const body = factories.createStream('pä');
        body.inMemory = () => null;
        return body;
      },
    ],
    [
      'a body that was read to its end and can be read again',
      () => {
        const body = factories.createStream('pä');
        body.seek(0, 2);
        return body;
      },
    ],
  ])('reads %s, and leaves it readable', async (_name, create) => {
    const { bytes, request } = await read(create());
    expect([...bytes]).toEqual([...encoder.encode('pä')]);
    expect(await request.getBody().getContents()).toEqual(encoder.encode('pä'));
  });

  it.each<[string, (text: string) => StreamInterface]>([
    ['in memory', (text) => factories.createStream(text)],
    ['in one chunk', (text) => streamOf(text)],
    ['in chunks', (text) => streamOf(...text.split(/(?=.)/))],
  ])('accepts a body of exactly the limit %s, and refuses a larger one', async (_name, create) => {
    expect((await read(create('abc'), 3)).bytes.length).toBe(3);
    await expect(read(create('abcd'), 3)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_BODY_TOO_LARGE',
      status: 413,
      detail: 'The request body exceeds the limit of 3 bytes.',
    });
  });

  it('stops reading a body once it exceeds the limit', async () => {
    let given = 0;
    const endless = (async function* () {
      for (;;) {
        given += 1;
        yield await Promise.resolve(new Uint8Array(10));
      }
    })();
    await expect(read(factories.createStreamFromResource(endless), 25)).rejects.toThrow();
    expect(given).toBeLessThanOrEqual(4);
  });

  it('accepts an empty body, in memory and as a stream', async () => {
    expect((await read(factories.createStream(), 0)).bytes.length).toBe(0);
    expect((await read(streamOf(), 0)).bytes.length).toBe(0);
  });

  it.each<[string, (body: StreamInterface) => unknown]>([
    ['was read', (body) => body.read(1)],
    [
      'is closed',
      (body) => {
        body.close();
      },
    ],
  ])('fails if a body %s, and says what to change', async (_name, use) => {
    const body = streamOf('ab');
    await use(body);
    await expect(read(body)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_BODY_CONSUMED',
      status: 500,
      detail: '',
      message: expect.stringContaining('add it outside the layer that reads the body'),
    });
  });

  it('passes an error of the body', async () => {
    const error = new Error('the client disconnected');
    const failing = (async function* () {
      yield await Promise.reject<Uint8Array>(error);
    })();
    await expect(read(factories.createStreamFromResource(failing))).rejects.toBe(error);
  });
});
