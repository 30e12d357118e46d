import type { StreamInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { broken, type Mutant, streams } from './broken.js';

/** Streams whose end was reached. */
const met = new WeakSet<StreamInterface>();
/** What `inMemory` returned, and the position of its first byte. */
const given = new WeakMap<StreamInterface, [from: number, rest: Uint8Array]>();

/** Faults of streams. */
export const streamMutants: readonly Mutant[] = [
  {
    fault: 'eof is true too early',
    caughtBy: 'eof is false before the end and true after everything was read (text in memory)',
    factories: streams({ eof: (sound) => sound.isReadable() && sound.tell() > 0 }),
  },
  {
    fault: 'eof is true one read too late, even if the size is known',
    caughtBy: 'eof is true exactly when the position is the known size (file)',
    factories: streams({
      eof: (sound) => {
        const isEnd = sound.eof();
        const isKnown = met.has(sound);
        if (isEnd) met.add(sound);
        return isEnd && isKnown;
      },
    }),
  },
  {
    fault: 'eof is true too late',
    caughtBy: 'seek to the end makes eof true, and seek back makes it false (bytes in memory)',
    factories: streams({ eof: (sound) => !sound.isReadable() }),
  },
  {
    fault: 'getSize returns the rest',
    caughtBy:
      'a seekable stream reports that it is seekable, and its size at any position (text in memory)',
    factories: streams({
      getSize: (sound) => {
        const size = sound.getSize();
        return size === null ? null : size - sound.tell();
      },
    }),
  },
  {
    fault: 'getSize guesses an unknown size',
    caughtBy: 'a stream over a source is neither seekable nor writable, nor of known size',
    factories: streams({ getSize: (sound) => sound.getSize() ?? 0 }),
  },
  {
    fault: 'read returns the same bytes twice',
    caughtBy: 'reading in chunks returns everything in order, nothing twice (bytes in memory)',
    factories: streams({
      read: async (sound, length) => {
        const bytes = await sound.read(length);
        if (sound.isSeekable() && sound.tell() === 4) sound.seek(2);
        return bytes;
      },
    }),
  },
  {
    fault: 'read returns more than requested',
    caughtBy:
      'read returns at most the requested number of bytes, and at least one before the end (file)',
    factories: streams({ read: (sound, length) => sound.read(length + 1) }),
  },
  {
    fault: 'read throws instead of rejecting',
    caughtBy:
      'read refuses a value that is not a length, and leaves the stream unchanged (text in memory)',
    factories: streams({
      read: (sound, length) => {
        if (length < 0) throw new RangeError('negative');
        return sound.read(length);
      },
    }),
  },
  {
    fault: 'read waits until it has all requested bytes',
    caughtBy: 'read waits only while no byte is available',
    factories: streams({ read: greedyRead }),
  },
  {
    fault: 'seek is ignored',
    caughtBy: 'seek moves from the start, from the position and from the end (text in memory)',
    factories: streams({ seek: () => undefined }),
  },
  {
    fault: 'seek ignores whence',
    caughtBy: 'seek moves from the start, from the position and from the end (file)',
    factories: streams({
      seek: (sound, offset) => {
        sound.seek(offset);
      },
    }),
  },
  {
    fault: 'seek moves past the end',
    caughtBy:
      'seek refuses a position outside the stream, and keeps the position (bytes in memory)',
    factories: streams({
      seek: (sound, offset, whence) => {
        sound.seek(whence === undefined ? Math.min(offset, 6) : offset, whence);
      },
    }),
  },
  {
    fault: 'rewind does nothing',
    caughtBy: 'rewind moves to the start, from where everything can be read again (file)',
    factories: streams({ rewind: () => undefined }),
  },
  {
    fault: 'a stream works after detach',
    caughtBy: 'after detach a stream is unusable (text in memory)',
    factories: streams({
      detach: (sound) => {
        const rest = sound.inMemory();
        return typeof rest === 'string' ? new TextEncoder().encode(rest) : rest;
      },
    }),
  },
  {
    fault: 'a stream works after close',
    caughtBy: 'after close a stream is unusable (chunks from elsewhere)',
    factories: streams({ close: () => undefined }),
  },
  {
    fault: 'closing never reaches the source',
    caughtBy: 'closing cancels a source that was not read to its end',
    factories: streams({
      close: (sound) => {
        sound.detach();
      },
    }),
  },
  {
    fault: 'closing does not destroy a source',
    caughtBy: 'closing destroys a source that has destroy(), such as a Node stream, at once',
    factories: {
      ...plain,
      createStreamFromResource: (resource) =>
        plain.createStreamFromResource(
          resource instanceof Uint8Array
            ? resource
            : { [Symbol.asyncIterator]: () => resource[Symbol.asyncIterator]() },
        ),
    },
  },
  {
    fault: 'closing cancels a source that has ended',
    caughtBy: 'closing does not cancel a source that has ended',
    factories: {
      ...plain,
      createStreamFromResource: (resource) =>
        broken(plain.createStreamFromResource(resource), {
          close: (sound) => {
            sound.close();
            if (!(resource instanceof Uint8Array)) {
              void resource[Symbol.asyncIterator]().return?.();
            }
          },
        }),
    },
  },
  {
    fault: 'a detached source is cancelled when its rest was read',
    caughtBy: 'detach returns the source and does not cancel it',
    factories: {
      ...plain,
      createStreamFromResource: (resource) =>
        broken(plain.createStreamFromResource(resource), {
          detach: (sound) => {
            const rest = sound.detach();
            if (rest === null || rest instanceof Uint8Array) return rest;
            return cancelledAtItsEnd(rest, resource as AsyncIterable<Uint8Array>);
          },
        }),
    },
  },
  {
    fault: 'a read keeps waiting after the stream is closed',
    caughtBy: 'closing rejects a waiting read',
    factories: streams({
      close: (sound) => {
        sound.detach();
      },
    }),
  },
  {
    fault: 'leaving an iteration never reaches the source',
    caughtBy: 'leaving an iteration cancels the source and closes the stream',
    factories: withIteration((sound) => {
      const inner = sound[Symbol.asyncIterator]();
      return { next: () => inner.next() };
    }),
  },
  {
    fault: 'leaving an iteration closes a seekable stream',
    caughtBy:
      'leaving an iteration keeps a seekable stream open after the last chunk (bytes in memory)',
    factories: withIteration((sound) => ({
      next: () => sound[Symbol.asyncIterator]().next(),
      return: () => {
        sound.close();
        return Promise.resolve({ done: true, value: undefined });
      },
    })),
  },
  {
    fault: 'iteration begins at the start',
    caughtBy: 'iterating yields the unread rest, without empty chunks (bytes in memory)',
    factories: withIteration((sound) => {
      if (sound.isSeekable()) sound.rewind();
      return sound[Symbol.asyncIterator]();
    }),
  },
  {
    fault: 'text returns the rest of a seekable stream',
    caughtBy: 'text returns the whole body of a seekable stream, every time (text in memory)',
    factories: streams({
      text: async (sound) => new TextDecoder().decode(await sound.getContents()),
    }),
  },
  {
    fault: 'text of a body that was read is empty',
    caughtBy:
      'text of a stream over a source returns the unread rest, and fails at the end of a body',
    factories: streams({
      text: async (sound) =>
        sound.isSeekable()
          ? sound.text()
          : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await sound.getContents()),
    }),
  },
  {
    fault: 'text of an empty body fails the second time',
    caughtBy: 'text of a stream over an empty source is empty, every time',
    factories: streams({
      text(sound) {
        if (!sound.isSeekable() && sound.eof()) throw new Error('consumed');
        return sound.text();
      },
    }),
  },
  {
    fault: 'text decodes chunk by chunk',
    caughtBy: 'text reads the bytes as UTF-8, wherever they are split (chunks from elsewhere)',
    factories: streams({
      text: async (sound) => {
        if (sound.isSeekable()) return sound.text();
        let text = '';
        for await (const chunk of sound) text += new TextDecoder().decode(chunk);
        return text;
      },
    }),
  },
  {
    fault: 'inMemory returns everything, not the rest',
    caughtBy: 'inMemory returns the unread rest without moving the position (text in memory)',
    factories: streams({
      inMemory: (sound) => {
        if (!sound.isSeekable()) return sound.inMemory();
        const position = sound.tell();
        sound.rewind();
        const all = sound.inMemory();
        sound.seek(position);
        return all;
      },
    }),
  },
  {
    fault: 'writing changes what inMemory gave',
    caughtBy: 'writing does not change what inMemory returned before (bytes in memory)',
    factories: streams({
      inMemory: (sound) => {
        const rest = sound.inMemory();
        if (rest instanceof Uint8Array) given.set(sound, [sound.tell(), rest]);
        return rest;
      },
      write: (sound, data) => {
        const [from, rest] = given.get(sound) ?? [0, new Uint8Array()];
        const at = sound.tell() - from;
        if (typeof data === 'string' && at < rest.length) rest.set(Buffer.from(data), at);
        return sound.write(data);
      },
    }),
  },
  {
    fault: 'write appends',
    caughtBy: 'write overwrites the bytes at the position and advances it (bytes in memory)',
    factories: streams({
      write: (sound, data) => {
        sound.seek(0, 2);
        return sound.write(data);
      },
    }),
  },
  {
    fault: 'write accepts numbers',
    caughtBy: 'write refuses content that is neither text nor bytes (text in memory)',
    factories: streams({
      write: (sound, data) => sound.write(Number.isInteger(data) ? '' : data),
    }),
  },
  {
    fault: 'write counts characters',
    caughtBy: 'write counts bytes, not characters (text in memory)',
    factories: streams({
      write: (sound, data) => {
        sound.write(data);
        return data.length;
      },
    }),
  },
  {
    fault: 'an error of the source looks like its end',
    caughtBy: 'an error of the source rejects the read that reaches it, and every later one',
    factories: streams({
      read: (sound, length) => sound.read(length).catch(() => new Uint8Array()),
    }),
  },
  {
    fault: 'two streams divide a source between them',
    caughtBy: 'a source that can be read once belongs to one stream, until it is detached',
    factories: {
      ...plain,
      createStreamFromResource: (source) =>
        plain.createStreamFromResource(
          source instanceof Uint8Array
            ? source
            : { [Symbol.asyncIterator]: () => source[Symbol.asyncIterator]() },
        ),
    },
  },
  {
    fault: 'every source belongs to one stream',
    caughtBy: 'a source that can be iterated again can be that of several streams',
    factories: {
      ...plain,
      createStreamFromResource: (source) => {
        if (met.has(source as never)) throw new Error('the source is read');
        met.add(source as never);
        return plain.createStreamFromResource(source);
      },
    },
  },
  {
    fault: 'an unknown fact is undefined',
    caughtBy: 'getMetadata returns all facts, or one, or null for an unknown one (file)',
    factories: streams({
      getMetadata: (sound: StreamInterface, key?: string) =>
        key === undefined ? sound.getMetadata() : (sound.getMetadata(key) ?? undefined),
    }),
  },
  {
    fault: 'every mode of a file is treated as r',
    caughtBy: 'createStreamFromFile refuses every mode that writes',
    factories: { ...plain, createStreamFromFile: (path) => plain.createStreamFromFile(path) },
  },
  {
    fault: 'a file is only opened with r',
    caughtBy: 'createStreamFromFile accepts every mode that only reads',
    factories: {
      ...plain,
      createStreamFromFile(path, mode = 'r') {
        if (mode !== 'r') throw new Error(mode);
        return plain.createStreamFromFile(path);
      },
    },
  },
];

async function* cancelledAtItsEnd(
  rest: AsyncIterable<Uint8Array>,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* rest;
  await source[Symbol.asyncIterator]().return?.();
}

async function greedyRead(sound: StreamInterface, length: number): Promise<Uint8Array> {
  const parts: number[] = [];
  while (parts.length < length) {
    const part = await sound.read(length - parts.length);
    if (part.length === 0) break;
    parts.push(...part);
  }
  return Uint8Array.from(parts);
}

function withIteration(iterate: (sound: StreamInterface) => AsyncIterator<Uint8Array>) {
  return streams({ [Symbol.asyncIterator]: iterate });
}
