import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { keepError, ownSource } from './own-source.js';

const failure = new Error('lost');
const reads = { autoDestroy: true, read: () => undefined };

describe('keepError', () => {
  it.each([
    ['destroyed', (stream: Readable) => stream.destroy(failure), reads],
    [
      'without autoDestroy',
      (stream: Readable) => stream.emit('error', failure),
      { ...reads, autoDestroy: false },
    ],
    ['that only emits it', (stream: Readable) => stream.emit('error', failure), reads],
  ])('keeps the error of a stream %s until it is read', async (_, fail, options) => {
    const stream = new Readable(options);
    keepError(stream);
    fail(stream);
    // The event is emitted before.
    await setImmediate();
    expect(stream.destroyed).toBe(true);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(failure);
  });

  it.each([null, undefined, 'text', [], { on: 1 }, new Blob(['a']).stream()])(
    'accepts %p',
    (value) => {
      expect(() => {
        keepError(value);
      }).not.toThrow();
    },
  );
});

describe('ownSource', () => {
  it('returns a source that is not a Node stream unchanged', () => {
    const source = (async function* () {})();
    expect(ownSource(source)).toBe(source);
  });

  it('gives the chunks of a Node stream', async () => {
    const chunks: unknown[] = [];
    for await (const chunk of ownSource(Readable.from(['a', 'b']))) chunks.push(chunk);
    expect(chunks).toEqual(['a', 'b']);
  });

  it('keeps the error of a Node stream', async () => {
    const stream = new Readable(reads);
    const source = ownSource(stream);
    stream.destroy(failure);
    await setImmediate();
    await expect(source[Symbol.asyncIterator]().next()).rejects.toBe(failure);
  });

  it('destroys a Node stream at once, before the first read and during one', async () => {
    const unread = new Readable(reads);
    await ownSource(unread)[Symbol.asyncIterator]().return?.();
    const waiting = new Readable(reads);
    const iterator = ownSource(waiting)[Symbol.asyncIterator]();
    const pending = iterator.next().catch(() => undefined);
    await iterator.return?.();
    expect([unread.destroyed, waiting.destroyed]).toEqual([true, true]);
    await pending;
  });
});
