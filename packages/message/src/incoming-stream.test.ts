import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { describe, expect, it } from '@jest/globals';
import { isSmallBody, LENT_SOURCE, SMALL_BODY } from '@mortise/base/message';
import { bodyOf } from '../test/source.js';
import { IncomingStream } from './incoming-stream.js';

const ABC = [Buffer.from('ab'), new Uint8Array(0), Buffer.from('c')];
const text = (chunk: Uint8Array): string => Buffer.from(chunk).toString();

describe('IncomingStream', () => {
  it('does not read its source before it is read', () => {
    const { body, asked } = bodyOf(ABC, 3);
    const stream = new IncomingStream(body);
    expect([stream.getSize(), stream.tell(), stream.eof(), stream.inMemory()]).toEqual([
      ...[3, 0, false, null],
    ]);
    expect(asked).toEqual([]);
  });

  it('reads everything with one call if it is read as a whole', async () => {
    const { body, asked } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    expect(await stream.text()).toBe('abc');
    expect(asked).toEqual(['bytes']);
    expect([stream.eof(), stream.tell(), stream.inMemory()]).toEqual([true, 3, new Uint8Array()]);
    expect(await stream.getContents()).toHaveLength(0);
  });

  it('reads in chunks, none of them empty before the end', async () => {
    const stream = new IncomingStream(bodyOf(ABC).body);
    const parts = [];
    for (let at = 0; at < 4; at++) parts.push(text(await stream.read(1)));
    expect(parts).toEqual(['a', 'b', 'c', '']);
  });

  it('returns the rest after a chunk was read', async () => {
    const stream = new IncomingStream(bodyOf(ABC).body);
    await stream.read(1);
    expect(await stream.text()).toBe('bc');
  });

  it('gives two concurrent readers different chunks, and loses none', async () => {
    const stream = new IncomingStream(bodyOf([Buffer.from('abc'), Buffer.from('def')]).body);
    const parts = await Promise.all([
      stream.read(2),
      stream.read(2),
      stream.read(2),
      stream.read(2),
    ]);
    expect(parts.map(text).sort()).toEqual(['ab', 'c', 'de', 'f']);
  });

  it('requests one chunk for concurrent readers that need no more, and keeps its rest', async () => {
    const stream = new IncomingStream(bodyOf([Buffer.from('abc'), Buffer.from('def')]).body);
    const parts = await Promise.all([stream.read(1), stream.read(1)]);
    expect([...parts, await stream.read(9), await stream.read(9)].map(text)).toEqual([
      ...['a', 'b', 'c', 'def'],
    ]);
  });

  it('returns an empty text to a second reader of the whole', async () => {
    const stream = new IncomingStream(bodyOf(ABC).body);
    const [first, second] = await Promise.all([stream.getContents(), stream.read(5)]);
    expect([text(first), text(second)]).toEqual(['abc', '']);
  });

  it('rejects every read with the error of the source, after the chunks before it', async () => {
    const failure = new Error('gone');
    const stream = new IncomingStream(failingAfter(Buffer.from('ab'), failure));
    expect(text(await stream.read(9))).toBe('ab');
    await expect(stream.read(1)).rejects.toBe(failure);
    await expect(stream.getContents()).rejects.toBe(failure);
    expect(stream.inMemory()).toBeNull();
  });

  it('rejects a read of everything if its source throws instead of rejecting', async () => {
    const failure = new Error('lost');
    const bytes = () => {
      throw failure;
    };
    const stream = new IncomingStream({ ...bodyOf([]).body, bytes });
    await expect(stream.getContents()).rejects.toBe(failure);
    await expect(stream.read(1)).rejects.toBe(failure);
  });

  it('rejects every read with the error of a source that was read as a whole', async () => {
    const failure = new Error('gone');
    const body = { ...bodyOf([]).body, bytes: () => Promise.reject(failure) };
    const stream = new IncomingStream(body);
    await expect(stream.getContents()).rejects.toBe(failure);
    await expect(stream.read(1)).rejects.toBe(failure);
  });

  it('refuses a source that yields objects, when the first one arrives', async () => {
    const source = Readable.from(['a', { b: 1 }]);
    const stream = new IncomingStream(source);
    expect(await stream.read(1)).toEqual(Buffer.from('a'));
    await expect(stream.read(1)).rejects.toMatchObject({ code: 'STREAM_NOT_READABLE' });
    expect(source.destroyed).toBe(true);
  });

  it('cancels a source that was not read to its end, once', async () => {
    const { body, asked } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    await stream.read(1);
    stream.close();
    stream.close();
    expect(asked).toEqual(['next', 'return']);
  });

  it('does not cancel a source that has ended', async () => {
    const { body, asked } = bodyOf([]);
    const stream = new IncomingStream(body);
    await stream.read(1);
    stream.close();
    expect(asked).toEqual(['next']);
  });

  it('cancels its source when a loop is left', async () => {
    const { body, asked } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    for await (const chunk of stream) {
      expect(text(chunk)).toBe('ab');
      break;
    }
    expect([stream.isReadable(), asked.at(-1)]).toEqual([false, 'return']);
  });

  it.each(['before', 'while'])('cancels a Node readable, %s it is read', async (when) => {
    const source = new Readable({ read: () => undefined });
    const stream = new IncomingStream(source);
    const read = when === 'while' ? stream.read(1) : null;
    stream.close();
    expect(source.destroyed).toBe(true);
    if (read !== null) await expect(read).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
  });

  it.each(['before', 'while'])('cancels a web stream %s it is read', async (when) => {
    let reason: unknown = 'not cancelled';
    const source = new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => undefined),
      cancel: (given) => {
        reason = given;
      },
    });
    const stream = new IncomingStream(source);
    const read = when === 'while' ? stream.read(1) : null;
    stream.close();
    await Promise.allSettled([read]);
    expect(reason).toBeUndefined();
  });

  it('settles a waiting read when it is closed', async () => {
    const silent = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
    };
    const stream = new IncomingStream(silent);
    const read = stream.read(1);
    stream.close();
    await expect(read).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
  });

  it('rejects a whole read during which it is closed', async () => {
    let arrive = (_bytes: Uint8Array): void => undefined;
    const source = {
      size: 3,
      bytes: () => new Promise<Uint8Array>((resolve) => (arrive = resolve)),
      [Symbol.asyncIterator]: () => {
        throw new Error('read');
      },
    };
    const stream = new IncomingStream(source as never);
    const read = stream.getContents();
    stream.close();
    arrive(Buffer.from('abc'));
    await expect(read).rejects.toMatchObject({ code: 'STREAM_DETACHED' });
  });

  it('ignores errors of cancelling', async () => {
    const iterator = {
      next: () => Promise.resolve({ done: false, value: Buffer.from('a') }),
      return: () => Promise.reject(new Error('unheard')),
    };
    const stream = new IncomingStream({ [Symbol.asyncIterator]: () => iterator });
    await stream.read(1);
    stream.close();
    await Promise.resolve();
    expect(stream.isReadable()).toBe(false);
  });

  it('hands over an unread source unchanged', () => {
    const { body, asked } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    expect(stream.detach()).toBe(body);
    expect([stream.detach(), stream.eof(), asked]).toEqual([null, true, []]);
  });

  it('exposes its source until something is read, and still cancels it', async () => {
    const source = Readable.from(ABC, { objectMode: false });
    const unread = new IncomingStream(source);
    expect([unread[LENT_SOURCE](), unread[LENT_SOURCE]()]).toEqual([source, source]);
    unread.close();
    expect([source.destroyed, unread[LENT_SOURCE]()]).toEqual([true, null]);
    const read = new IncomingStream(bodyOf(ABC).body);
    const reading = read.read(1);
    expect(read[LENT_SOURCE]()).toBeNull();
    await reading;
    expect(read[LENT_SOURCE]()).toBeNull();
  });

  it('is small while it is unread, if its source is', async () => {
    const small = (mark: unknown) =>
      new IncomingStream(Object.assign(bodyOf(ABC).body, { [SMALL_BODY]: mark }));
    expect([true, false, undefined, 1].map((mark) => isSmallBody(small(mark)))).toEqual([
      ...[true, false, false, false],
    ]);
    expect(isSmallBody(new IncomingStream(Readable.from(ABC)))).toBe(false);
    const uses: ((stream: IncomingStream) => unknown)[] = [
      (stream) => stream.read(1),
      (stream) => stream.getContents(),
      (stream) => {
        stream.close();
      },
      (stream) => stream.detach(),
    ];
    for (const use of uses) {
      const stream = small(true);
      await use(stream);
      expect(isSmallBody(stream)).toBe(false);
    }
  });

  it('reads nothing for no bytes, and refuses other lengths before it reads', async () => {
    const { body, asked } = bodyOf(ABC, 3);
    const stream = new IncomingStream(body);
    expect(await stream.read(0)).toHaveLength(0);
    await expect(stream.read(-1)).rejects.toMatchObject({ code: 'STREAM_LENGTH_INVALID' });
    expect([stream.tell(), asked]).toEqual([0, []]);
  });

  it('is at its end after as many bytes as its size, and then has the empty rest in memory', async () => {
    const stream = new IncomingStream(bodyOf(ABC, 3).body);
    await stream.read(2);
    expect([stream.eof(), stream.inMemory()]).toEqual([false, null]);
    await stream.read(1);
    expect([stream.eof(), stream.inMemory(), stream.tell()]).toEqual([true, new Uint8Array(), 3]);
  });

  it('is asked by one call only while everything is requested with one call', async () => {
    const { body, asked } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    const reads = [stream.getContents(), stream.getContents(), stream.read(1)];
    expect([stream[LENT_SOURCE](), isSmallBody(stream)]).toEqual([null, false]);
    expect((await Promise.all(reads)).map(text)).toEqual(['abc', '', '']);
    expect([asked, stream.tell()]).toEqual([['bytes'], 3]);
  });

  it('hands over no source that is read with one call', async () => {
    const { body } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    const whole = stream.getContents();
    expect(stream.detach()).not.toBe(body);
    expect(text(await whole)).toBe('abc');
  });

  it('has nothing in memory after an error', async () => {
    const stream = new IncomingStream(failingAfter(Buffer.from('a'), new Error('gone')));
    await expect(stream.getContents()).rejects.toThrow('gone');
    expect([stream.eof(), stream.inMemory()]).toEqual([true, null]);
  });

  it.each<[string, AsyncIterable<Uint8Array>]>([
    ['cannot be iterated', { [Symbol.asyncIterator]: throwing }],
    ['throws instead of rejecting', { [Symbol.asyncIterator]: () => ({ next: throwing }) }],
  ])('rejects if its source %s', async (_, source) => {
    const stream = new IncomingStream(source);
    for (let round = 0; round < 2; round++) {
      await expect(stream.read(1)).rejects.toThrow('no iteration');
    }
  });

  it('rejects all reads that wait when it is closed, in order', async () => {
    const stream = new IncomingStream(new Readable({ read: () => undefined }));
    const rejected: number[] = [];
    const reads = [0, 1, 2].map((at) =>
      stream.read(1).catch((error: unknown) => {
        rejected.push(at);
        return (error as { code: unknown }).code;
      }),
    );
    stream.close();
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 3 }, () => 'STREAM_DETACHED'));
    expect(rejected).toEqual([0, 1, 2]);
  });

  it('cancels its source for the next owner who leaves the rest, unless it has ended', async () => {
    for (const isEnded of [false, true]) {
      const { body, asked } = bodyOf(ABC);
      const stream = new IncomingStream(body);
      await stream.read(1);
      const rest = (stream.detach() as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      while (isEnded && (await rest.next()).done !== true);
      expect(await rest.return?.()).toEqual({ done: true, value: undefined });
      expect(asked.includes('return')).toBe(!isEnded);
    }
  });

  it('ends an iteration with done, and gives it no empty chunk', async () => {
    const chunks = [];
    const stream = new IncomingStream(bodyOf(ABC).body);
    for await (const chunk of stream) chunks.push(text(chunk));
    expect([chunks, stream.isReadable(), stream.eof()]).toEqual([['ab', 'c'], true, true]);
  });

  it('hands over the unread rest', async () => {
    const { body } = bodyOf(ABC);
    const stream = new IncomingStream(body);
    await stream.read(1);
    const rest = new IncomingStream(stream.detach() as AsyncIterable<Uint8Array>);
    expect(await rest.text()).toBe('bc');
  });

  it('refuses to seek and to write', () => {
    const stream = new IncomingStream(bodyOf(ABC).body);
    expect([stream.isSeekable(), stream.isWritable()]).toEqual([false, false]);
    expect(() => {
      stream.rewind();
    }).toThrow(expect.objectContaining({ code: 'STREAM_NOT_SEEKABLE' }));
    expect(() => stream.write()).toThrow(expect.objectContaining({ code: 'STREAM_NOT_WRITABLE' }));
  });
});

function throwing(): never {
  throw new Error('no iteration');
}

async function* failingAfter(chunk: Uint8Array, failure: Error): AsyncGenerator<Uint8Array> {
  yield chunk;
  await Promise.reject(failure);
}
