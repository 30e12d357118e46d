import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { factories } from '@mortise/message';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { answering, bytes, turn } from '../../test/answering.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { type FetchLimits, requestSourceOf } from '../index.js';
import { defaultLimits } from '../limits.js';
import { exactTimeouts } from '../timeouts.js';
import { FetchBodySource } from './body-source.js';

describe('the body of a request', () => {
  it('has no size, because the platform does not enforce Content-Length', () => {
    expect(bodyOf(posted('abc', { 'Content-Length': '3' })).size).toBeNull();
  });

  it('returns all bytes in one read, however they are split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), async (chunks) => {
        const body = bodyOf(posted(webStream(chunks)));
        expect([...(await body.bytes())]).toEqual(chunks.flatMap((chunk) => [...chunk]));
      }),
      { numRuns: numRuns(100) },
    );
  });

  it('yields bytes in order', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bodyOf(posted(webStream([bytes('a'), bytes('b')])))) {
      chunks.push(chunk);
    }
    expect(chunks).toEqual([bytes('a'), bytes('b')]);
  });

  it.each([
    [null, 3, true],
    [null, 2, false],
    ['3', 3, true],
    ['1', 3, true],
    ['3', 2, false],
    ['1', 2, false],
    ['4', 3, false],
  ])('counts bytes, whatever Content-Length %s says, up to %d', async (length, limit, taken) => {
    const headers: Record<string, string> = length === null ? {} : { 'Content-Length': length };
    const request = posted(webStream([bytes('ab'), bytes('c')]), headers);
    const reading = bodyOf(request, { bodyInMemory: limit }).bytes();
    if (taken) expect(await reading).toEqual(bytes('abc'));
    else await expect(reading).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 });
  });

  it('counts as waiting for the client while any of several reads waits', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    const calls: string[] = [];
    const watcher = { bodyWaits: () => calls.push('waits'), bodyRests: () => calls.push('rests') };
    const source = new FetchBodySource(posted(stream), null, defaultLimits, exactTimeouts, watcher);
    const reader = source[Symbol.asyncIterator]();
    const reads = [reader.next(), reader.next()];
    controller?.enqueue(bytes('a'));
    await reads[0];
    expect(calls).toEqual(['waits']);
    controller?.close();
    await reads[1];
    expect(calls).toEqual(['waits', 'rests']);
  });

  it('reads nothing of a body whose Content-Length exceeds the limit', async () => {
    const request = posted('abc', { 'Content-Length': '3' });
    await expect(bodyOf(request, { bodyInMemory: 2 }).bytes()).rejects.toThrow('exceeds');
    expect(request.bodyUsed).toBe(false);
  });

  it('cancels the platform body when it is too large', async () => {
    const source = new Endless();
    await expect(bodyOf(posted(source.stream), { bodyInMemory: 10 }).bytes()).rejects.toThrow();
    await turn();
    expect(source.cancelled).toBe(true);
  });

  it.each([
    ['one read', { bodyIdleTimeout: 1 }, 'BODY_IDLE_TIMEOUT'],
    ['all of it', { bodyTimeout: 1 }, 'BODY_TIMEOUT'],
  ])('fails with 408, and is cancelled, when %s takes too long', async (_name, limits, code) => {
    const source = new Silent();
    const reading = bodyOf(posted(source.stream), limits).bytes();
    await expect(reading).rejects.toMatchObject({ code, status: 408 });
    await turn();
    expect(source.cancelled).toBe(true);
  });

  it('fails with 408, and is cancelled, when a chunk of many takes too long', async () => {
    const source = new Silent();
    const chunks = bodyOf(posted(source.stream), { bodyIdleTimeout: 1 })[Symbol.asyncIterator]();
    await expect(chunks.next()).rejects.toMatchObject({ code: 'BODY_IDLE_TIMEOUT', status: 408 });
    await turn();
    expect(source.cancelled).toBe(true);
  });

  it('counts all bytes that arrived towards its rate', async () => {
    let left = 4;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await turn();
        if (left-- === 0) controller.close();
        else controller.enqueue(new Uint8Array(50_000));
      },
    });
    const limits = { bodyMinRate: 1, bodyMinRateAfter: 0 };
    expect(await bodyOf(posted(stream), limits).bytes()).toHaveLength(200_000);
  });

  it('fails as aborted when the platform aborts it', async () => {
    const cause = new Error('reset');
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(cause);
      },
    });
    await expect(bodyOf(posted(stream)).bytes()).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
      status: 400,
      cause,
    });
  });

  it.each([
    ['this', (request: Request) => request.text()],
    ['a reader of the platform', (request: Request) => request.body?.getReader()],
  ])('cannot be read again after %s', async (_name, read) => {
    const request = posted('abc');
    const body = bodyOf(request);
    await read(request);
    await expect(body.bytes()).rejects.toMatchObject({ code: 'BODY_CONSUMED' });
    expect(() => body[Symbol.asyncIterator]()).toThrow('once');
  });

  it.each<[string | null, string]>([
    ['abc', ''],
    ['abc', '3'],
    [null, '3'],
  ])('of %j can be read once, in any way, with the Content-Length %j', async (content, length) => {
    type Body = ReturnType<typeof bodyOf>;
    const ways = [
      async (body: Body) => body.bytes(),
      async (body: Body) => Promise.resolve(body[Symbol.asyncIterator]()),
    ];
    for (const first of ways) {
      for (const second of ways) {
        const headers: Record<string, string> = length === '' ? {} : { 'Content-Length': length };
        const body = bodyOf(new Request('http://a/', { method: 'POST', body: content, headers }));
        const read = first(body);
        await expect(second(body)).rejects.toMatchObject({ code: 'BODY_CONSUMED' });
        await read;
      }
    }
  });

  it.each(implementations)('is cancelled by closing the stream of %s', async (_, factories) => {
    const source = new Endless();
    const { ask } = answering(factories, async (request) => {
      await request.getBody().read(1);
      request.getBody().close();
      return factories.createResponse();
    });
    await ask(posted(source.stream));
    await turn();
    expect(source.cancelled).toBe(true);
  });

  it.each(implementations)(
    'is cancelled unread by closing the stream of %s',
    async (_, factories) => {
      const source = new Endless();
      const { ask } = answering(factories, (request) => {
        request.getBody().close();
        return factories.createResponse();
      });
      await ask(posted(source.stream));
      await turn();
      expect(source.cancelled).toBe(true);
    },
  );

  it('that is too large to be read as a whole is refused with 413', async () => {
    const { ask, errors } = answering(
      factories,
      async (request) => {
        await request.getBody().getContents();
        return factories.createResponse();
      },
      { limits: { bodyInMemory: 10 } },
    );
    expect([(await ask(posted(new Endless().stream))).status, errors]).toEqual([413, []]);
  });
});

class Endless {
  cancelled = false;
  readonly stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes('abcd'));
    },
    cancel: () => {
      this.cancelled = true;
    },
  });
}

class Silent {
  cancelled = false;
  readonly stream = new ReadableStream<Uint8Array>({
    cancel: () => {
      this.cancelled = true;
    },
  });
}

function webStream(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function posted(
  body: ReadableStream<Uint8Array> | string,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request('http://a/', { method: 'POST', body, headers, duplex: 'half' });
}

function bodyOf(request: Request, limits: Partial<FetchLimits> = {}) {
  const { body } = requestSourceOf(request, { limits });
  if (body === null) throw new Error('the request has no body');
  return body;
}
