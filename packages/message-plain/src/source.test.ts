import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { BodySource } from '@mortise/http-message';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { Source } from './source.js';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const DETACHED = { code: 'STREAM_DETACHED' };

/** A body of some chunks, and the calls that it receives. @param last what follows the chunks */
function bodyOf(chunks: readonly string[], last: 'end' | 'never' | Error = 'end') {
  const calls: string[] = [];
  let at = 0;
  const body: BodySource = {
    size: null,
    bytes: () => {
      calls.push('bytes');
      if (last === 'never') return new Promise(() => undefined);
      return last === 'end' ? Promise.resolve(Buffer.from(chunks.join(''))) : Promise.reject(last);
    },
    [Symbol.asyncIterator]: () => {
      calls.push('begin');
      return {
        next: () => {
          calls.push('next');
          const chunk = chunks[at++];
          if (chunk !== undefined)
            return Promise.resolve({ done: false, value: Buffer.from(chunk) });
          if (last === 'never') return new Promise(() => undefined);
          if (last !== 'end') return Promise.reject(last);
          return Promise.resolve({ done: true, value: undefined });
        },
        return: () => {
          calls.push('return');
          return Promise.reject(new Error('It cannot be cancelled.'));
        },
      };
    },
  };
  return { body, calls };
}

describe('a source', () => {
  it('is asked for a chunk only when bytes are missing', async () => {
    const { body, calls } = bodyOf(['abc', '', 'd']);
    const source = new Source(body);
    expect([text(await source.read(0)), calls]).toEqual(['', []]);
    expect([text(await source.read(2)), text(await source.read(2))]).toEqual(['ab', 'c']);
    expect(calls).toEqual(['begin', 'next']);
    expect([text(await source.read(9)), source.ended]).toEqual(['d', false]);
    expect([text(await source.read(1)), source.ended]).toEqual(['', true]);
    expect([text(await source.read(1)), calls.length]).toEqual(['', 5]);
  });

  it('has not ended while bytes of its last chunk are unread', async () => {
    const { body } = bodyOf(['abc']);
    const source = new Source(body);
    const [first, rest] = await Promise.all([source.read(1), source.readAll()]);
    expect([text(first), text(rest), source.ended]).toEqual(['a', 'bc', true]);
  });

  it('is read as a whole with one call if it is unread, and only once', async () => {
    const { body, calls } = bodyOf(['ab', 'c']);
    const source = new Source(body);
    expect([text(await source.readAll()), source.ended]).toEqual(['abc', true]);
    expect([text(await source.readAll()), text(await source.read(1)), calls]).toEqual([
      ...['', '', ['bytes']],
    ]);
  });

  it('is read in chunks if it is read in part, empty ones included', async () => {
    const { body, calls } = bodyOf(['ab', '', 'c', 'd']);
    const source = new Source(body);
    await source.read(1);
    expect([text(await source.readAll()), calls.includes('bytes')]).toEqual(['bcd', false]);
  });

  it('rejects every read with its first error, after the bytes before it', async () => {
    const failure = new Error('gone');
    const source = new Source(bodyOf(['abc'], failure).body);
    expect(text(await source.read(2))).toBe('ab');
    expect(text(await source.read(2))).toBe('c');
    for (let round = 0; round < 2; round++) {
      await expect(source.read(1)).rejects.toBe(failure);
      await expect(source.readAll()).rejects.toBe(failure);
    }
    expect(source.ended).toBe(false);
  });

  it.each<[string, AsyncIterable<Uint8Array>]>([
    ['cannot be iterated', { [Symbol.asyncIterator]: throwing }],
    ['throws instead of rejecting', { [Symbol.asyncIterator]: () => ({ next: throwing }) }],
  ])('rejects if its resource %s', async (_, resource) => {
    const source = new Source(resource);
    await expect(source.read(1)).rejects.toThrow('no iteration');
    await expect(source.read(1)).rejects.toThrow('no iteration');
  });
});

describe('a source that is cancelled', () => {
  it.each<[string, (source: Source) => Promise<Uint8Array>]>([
    ['a read', (source) => source.read(1)],
    ['a read of everything', (source) => source.readAll()],
  ])('rejects %s that waits, and later ones, and ends the iteration', async (_, read) => {
    const { body, calls } = bodyOf([], 'never');
    const source = new Source(body);
    const waiting = read(source);
    await Promise.resolve();
    await Promise.resolve();
    source.cancel();
    const ended = waitForEvent('the end of a read', waiting);
    await expect(ended).rejects.toMatchObject(DETACHED);
    await expect(read(source)).rejects.toMatchObject(DETACHED);
    expect(calls.filter((call) => call === 'return')).toEqual(['return']);
  });

  it('cancels a web stream immediately, although a read waits for its next chunk', async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => undefined),
      cancel: () => {
        isCancelled = true;
      },
    });
    const source = new Source(stream);
    const waiting = source.read(1);
    await Promise.resolve();
    await Promise.resolve();
    source.cancel();
    await expect(waiting).rejects.toMatchObject(DETACHED);
    expect(isCancelled).toBe(true);
  });

  it('destroys an unread Node stream, whose later error then reaches nobody', () => {
    const stream = new Readable({ read: () => undefined });
    new Source(stream).cancel();
    expect(stream.destroyed).toBe(true);
  });

  it('ends the iteration of an unread resource too, once, and ignores its error', async () => {
    const { body, calls } = bodyOf(['a']);
    const source = new Source(body);
    source.cancel();
    source.cancel();
    expect(calls).toEqual(['begin', 'return']);
    // Jest fails a test during which a rejection is left unhandled.
    await new Promise((resolve) => setTimeout(resolve, 1));
  });

  it.each<[string, 'end' | Error]>([
    ['has ended', 'end'],
    ['has failed', new Error('gone')],
  ])('does not end the iteration if it %s', async (_, last) => {
    for (const read of ['read', 'readAll'] as const) {
      const { body, calls } = bodyOf([], last);
      const source = new Source(body);
      await source[read](1).catch(() => undefined);
      source.cancel();
      expect(calls).not.toContain('return');
    }
  });
});

describe('what a source releases', () => {
  it('is its resource if nothing was read', async () => {
    const { body, calls } = bodyOf(['abc']);
    const source = new Source(body);
    await source.read(0);
    expect([source.release(), calls]).toEqual([body, []]);
  });

  it('is the unread rest, and leaving it ends the iteration unless it has ended', async () => {
    for (const isEnded of [false, true]) {
      const { body, calls } = bodyOf(['abc', 'd']);
      const source = new Source(body);
      await source.read(1);
      const rest = source.release()[Symbol.asyncIterator]();
      const chunks = [
        await rest.next(),
        ...(isEnded ? [await rest.next(), await rest.next()] : []),
      ];
      expect(chunks.map(({ done, value }) => (done === true ? undefined : text(value)))).toEqual(
        isEnded ? ['bc', 'd', undefined] : ['bc'],
      );
      await rest.return?.();
      await rest.return?.();
      expect(calls.filter((call) => call === 'return')).toEqual(isEnded ? [] : ['return']);
      expect(await rest.next()).toEqual({ done: true, value: undefined });
    }
  });
});

function throwing(): never {
  throw new Error('no iteration');
}
