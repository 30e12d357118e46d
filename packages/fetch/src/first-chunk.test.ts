import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Awaitable, RequestEnd } from '@mortise/http-message';
import { answering, bytes, Chunks, statusError } from '../test/answering.js';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const failure = new Error('no disk');
const time: unknown = expect.any(Number);

/** Bodies that fail before their first chunk. */
const failing: [string, () => AsyncIterable<Uint8Array>][] = [
  ['an iterable', () => new Chunks([], failure)],
  ['a generator', neverBegun],
  [
    'a Node stream',
    () =>
      new Readable({
        read() {
          this.destroy(failure);
        },
      }),
  ],
  ['a web stream', () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(failure) })],
];

describe.each(implementations)('a streamed response on %s', (_, factories) => {
  const streamed = (source: AsyncIterable<Uint8Array>, length?: string) => {
    const response = factories
      .createResponse(201)
      .withBody(factories.createStreamFromResource(source));
    return length === undefined ? response : response.withHeader('Content-Length', length);
  };
  type Respond = () => Awaitable<ReturnType<typeof streamed>>;
  const asking = async (respond: Respond) => {
    const ends: RequestEnd[] = [];
    const { ask, errors, lifetime } = answering(factories, (request) => {
      request.getLifetime().onEnd((end) => void ends.push(end));
      return respond();
    });
    const response = await ask('http://a/');
    return { response, ends, errors, lifetime: lifetime() };
  };

  describe.each(failing)('of %s that fails before its first chunk', (_source, open) => {
    it.each<[string, (respond: Respond) => Respond]>([
      ['a synchronous', (respond) => respond],
      ['an asynchronous', (respond) => async () => Promise.resolve(respond())],
    ])('is a 500 from %s handler, and reported', async (_handler, wrap) => {
      const { response, ends, errors } = await asking(wrap(() => streamed(open())));
      expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
      expect(errors).toEqual([failure]);
      expect(ends).toEqual([{ status: 500, bytes: 21, error: failure, time }]);
    });
  });

  it.each([
    ['shorter', [], '1'],
    ['longer', ['abc'], '2'],
  ])('whose body is %s than declared in its first chunk is a 500', async (_how, chunks, length) => {
    const { response, errors } = await asking(() => streamed(new Chunks(chunks), length));
    expect(response.status).toBe(500);
    expect(errors).toMatchObject([{ code: 'RESPONSE_LENGTH_MISMATCH' }]);
  });

  it('has the status and headers of the error, which is then not reported', async () => {
    const error = statusError(404, { 'X-Why': 'gone' });
    const { response, errors } = await asking(() => streamed(new Chunks([], error)));
    expect([response.status, response.headers.get('X-Why'), errors]).toEqual([404, 'gone', []]);
  });

  it('keeps headers of layers when an error replaces it, not those about its body', async () => {
    const response = streamed(new Chunks([], statusError(503, { 'X-A': '2', Vary: 'B' })))
      .withHeader('X-A', '1')
      .withHeader('Access-Control-Allow-Origin', '*')
      .withHeader('Vary', 'A')
      .withHeader('Content-Type', 'text/csv')
      .withHeader('ETag', '"1"');
    const { response: sent } = await asking(() => response);
    expect(Object.fromEntries(sent.headers)).toEqual({
      'access-control-allow-origin': '*',
      'content-type': 'text/plain; charset=utf-8',
      vary: 'A, B',
      'x-a': '2',
    });
  });

  it('is returned before a first chunk that takes longer than a turn', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    async function* late(): AsyncGenerator<Uint8Array> {
      await begun;
      yield bytes('late');
    }
    const { response } = await waitForEvent(
      'the head',
      asking(() => streamed(late())),
    );
    begin();
    expect([response.status, await response.text()]).toEqual([201, 'late']);
  });

  it('is broken off by a failure that comes later than that', async () => {
    let fail: (error: Error) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => (fail = reject));
    const { response, errors } = await asking(() =>
      streamed({ [Symbol.asyncIterator]: () => ({ next: () => failed }) }),
    );
    fail(failure);
    await expect(response.text()).rejects.toBe(failure);
    expect([response.status, errors]).toEqual([201, [failure]]);
  });

  it('closes its body if the platform cancels it unread', async () => {
    const chunks = new Chunks(['a', 'b']);
    const { response, lifetime } = await asking(() => streamed(chunks));
    const aborted = once(lifetime.signal, 'abort');
    await response.body?.cancel();
    await aborted;
    expect([chunks.asked, chunks.cancelled]).toEqual([1, true]);
  });

  it('is read in the context of its request from the first chunk on', async () => {
    const user = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    async function* chunks(): AsyncGenerator<Uint8Array> {
      seen.push(user.getStore());
      yield bytes('a');
      seen.push(await Promise.resolve(user.getStore()));
    }
    const { response } = await asking(() => {
      user.enterWith('ada');
      return streamed(chunks());
    });
    await response.text();
    expect(seen).toEqual(['ada', 'ada']);
  });
});

// eslint-disable-next-line require-yield -- it fails before its first chunk
async function* neverBegun(): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  throw failure;
}
