import { describe, expect, it } from '@jest/globals';
import type { BodySource } from '@mortise/http-message';
import { MemoryStream } from './memory-stream.js';
import { SourceStream } from './source-stream.js';

describe('the stream of a body that cannot be read', () => {
  it('rejects each time with the first error, and reads its source once', async () => {
    const failure = new Error('the client disconnected');
    let calls = 0;
    const body: BodySource = {
      size: null,
      bytes: () => {
        calls += 1;
        return Promise.reject(failure);
      },
      [Symbol.asyncIterator]: () => {
        throw new Error('read twice');
      },
    };
    const stream = new SourceStream(body);
    await expect(stream.getContents()).rejects.toBe(failure);
    await expect(stream.getContents()).rejects.toBe(failure);
    expect(calls).toBe(1);
  });
});

describe('the stream of a body of known size', () => {
  const bodyOf = async function* (...chunks: string[]) {
    for (const chunk of chunks) yield await Promise.resolve(new TextEncoder().encode(chunk));
  };

  it('is at its end as soon as all its bytes are read', async () => {
    const stream = new SourceStream(bodyOf('ab', 'c'), 3);
    const facts: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      facts.push([stream.eof(), stream.inMemory(), stream.getSize()]);
      await stream.read(round === 0 ? 2 : 1);
    }
    const atEnd = [true, new Uint8Array(), 3];
    expect(facts).toEqual([[false, null, 3], [false, null, 3], atEnd]);
  });

  it('has neither a size nor a rest after it was closed or detached', () => {
    for (const end of ['close', 'detach'] as const) {
      const stream = new SourceStream(bodyOf('abc'), 3);
      stream[end]();
      expect([stream.getSize(), stream.inMemory(), stream.eof()]).toEqual([null, null, true]);
    }
  });
});

it.each<[string, MemoryStream | SourceStream, object]>([
  ['in memory', new MemoryStream(''), { mode: 'r+', seekable: true }],
  [
    'over a source',
    new SourceStream({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    }),
    { mode: 'r', seekable: false },
  ],
])('a stream %s has these facts and no others', (_, stream, facts) => {
  expect(stream.getMetadata()).toEqual(facts);
});
