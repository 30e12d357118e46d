import { joinBytes } from '@mortise/base';
import { bytes } from '../bytes.js';
import type { HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectSame, expectThat, expectThrow } from '../expect.js';
import { eventually, soon, withoutWaiting } from '../patience.js';
import { SampleResource } from '../sample-resource.js';

/** Rules for a stream over a source. */
export const resourceStream: Rules<HttpFactoriesInterface> = {
  'a stream over a source is neither seekable nor writable, nor of known size'(factories) {
    const stream = factories.createStreamFromResource(new SampleResource([bytes('abc')]));
    expectEqual(stream.isSeekable(), false, 'isSeekable()');
    expectEqual(stream.isWritable(), false, 'isWritable()');
    expectEqual(stream.getSize(), null, 'getSize()');
    expectThrow('STREAM_NOT_SEEKABLE', () => {
      stream.seek(0);
    });
    expectThrow('STREAM_NOT_SEEKABLE', () => {
      stream.rewind();
    });
    expectThrow('STREAM_NOT_WRITABLE', () => stream.write('x'));
  },

  'read waits only while no byte is available'(factories) {
    const stream = factories.createStreamFromResource(new SampleResource([bytes('abc')], 'never'));
    return withoutWaiting(
      upTo(stream, 3, 10).then((read) => {
        expectEqual(read, bytes('abc'), 'what read returns');
        stream.close();
      }),
      'read',
    );
  },

  async 'eof is false until the source has ended'(factories) {
    const stream = factories.createStreamFromResource(new SampleResource([bytes('abc')]));
    expectThat(!stream.eof(), 'eof() is true before anything was read');
    await upTo(stream, 3);
    await stream.read(1);
    expectThat(stream.eof(), 'eof() is false after the end');
  },

  async 'text of a stream over a source returns the unread rest, and fails at the end of a body'(
    factories,
  ) {
    const stream = factories.createStreamFromResource(
      new SampleResource([bytes('ab'), bytes('cd')]),
    );
    await stream.read(1);
    expectEqual(await stream.text(), 'bcd', 'text() after read(1)');
    await expectRejection('BODY_CONSUMED', () => stream.text());
    expectEqual(await stream.read(1), new Uint8Array(), 'read() at the end');
    expectEqual(await stream.getContents(), new Uint8Array(), 'getContents() at the end');
    await expectRejection('BODY_CONSUMED', () => stream.text());
  },

  async 'text fails at the end of a stream over a source, however it was read'(factories) {
    const ways: readonly ((stream: StreamInterface) => Promise<unknown>)[] = [
      (stream) => upTo(stream, 2),
      (stream) => stream.getContents(),
      async (stream) => {
        for await (const chunk of stream) expectThat(chunk.length > 0, 'a chunk is empty');
      },
    ];
    for (const read of ways) {
      const stream = factories.createStreamFromResource(new SampleResource([bytes('ab')]));
      await read(stream);
      await expectRejection('BODY_CONSUMED', () => stream.text());
    }
  },

  async 'text of a stream over an empty source is empty, every time'(factories) {
    const stream = factories.createStreamFromResource(new SampleResource([]));
    expectEqual(await stream.text(), '', 'text()');
    expectEqual(await stream.getContents(), new Uint8Array(), 'getContents()');
    expectEqual(await stream.text(), '', 'text() once more');
  },

  async 'one of two concurrent calls to text fails'(factories) {
    const stream = factories.createStreamFromResource(new SampleResource([bytes('ab')]));
    const first = stream.text();
    await expectRejection('BODY_CONSUMED', () => stream.text());
    expectEqual(await first, 'ab', 'the other');
  },

  async 'inMemory is null before the source has ended'(factories) {
    const stream = factories.createStreamFromResource(
      new SampleResource([bytes('abcdef'), bytes('g')]),
    );
    expectEqual(stream.inMemory(), null, 'inMemory()');
    await stream.read(2);
    expectEqual(stream.inMemory(), null, 'inMemory() after a part was read');
  },

  async 'an error of the source rejects the read that reaches it, and every later one'(factories) {
    const failure = new Error('the source failed');
    const stream = factories.createStreamFromResource(new SampleResource([bytes('abc')], failure));
    expectEqual(await upTo(stream, 3), bytes('abc'), 'what was read before the error');
    for (const read of [
      () => stream.read(1),
      () => stream.read(1),
      () => stream.getContents(),
      () => stream.text(),
      () => stream[Symbol.asyncIterator]().next(),
    ]) {
      expectSame(await errorOf(read), failure, 'the error');
    }
  },

  async 'an error of the source rejects getContents and text'(factories) {
    const failure = new Error('the source failed');
    const source = () => new SampleResource([bytes('abc')], failure);
    const contents = factories.createStreamFromResource(source());
    expectSame(await errorOf(() => contents.getContents()), failure, 'the error of getContents');
    const text = factories.createStreamFromResource(source());
    expectSame(await errorOf(() => text.text()), failure, 'the error of text');
  },

  async 'closing cancels a source that was not read to its end'(factories) {
    const unread = new SampleResource([bytes('abc')]);
    factories.createStreamFromResource(unread).close();
    await eventually(() => unread.cancelled, 'a source that was never read is not cancelled');
    const begun = new SampleResource([bytes('abc')], 'never');
    const stream = factories.createStreamFromResource(begun);
    await stream.read(1);
    stream.close();
    await eventually(() => begun.cancelled, 'a partly read source is not cancelled');
  },

  async 'closing destroys a source that has destroy(), such as a Node stream, at once'(factories) {
    for (const isRead of [false, true]) {
      let calls = 0;
      const source = Object.assign(new SampleResource([bytes('a')], 'never'), {
        destroy: () => void calls++,
      });
      const stream = factories.createStreamFromResource(source);
      if (isRead) await stream.read(1);
      // Another rule is about what this read does.
      if (isRead) errorOf(() => stream.read(1)).catch(() => undefined);
      await soon();
      stream.close();
      await eventually(() => calls > 0, 'a source is not destroyed');
      stream.close();
      await soon();
      expectEqual(calls, 1, 'calls of destroy()');
    }
  },

  'a source that emits "error", such as a Node stream, has a listener before it is read'(
    factories,
  ) {
    const events: string[] = [];
    const source = Object.assign(new SampleResource([]), {
      on: (event: string) => void events.push(event),
      destroy: () => undefined,
    });
    factories.createStreamFromResource(source);
    expectThat(events.includes('error'), 'no listener of "error" was added');
  },

  async 'closing does not cancel a source that has ended'(factories) {
    for (const read of ['getContents', 'text'] as const) {
      const source = new SampleResource([bytes('abc')]);
      const stream = factories.createStreamFromResource(source);
      await stream[read]();
      stream.close();
      await soon();
      expectThat(!source.cancelled, `a source that ${read} read to its end is cancelled`);
    }
  },

  'closing rejects a waiting read'(factories) {
    const silent = {
      async *[Symbol.asyncIterator]() {
        yield await new Promise<Uint8Array>(() => undefined);
      },
    };
    const stream = factories.createStreamFromResource(silent);
    const read = stream.read(1);
    stream.close();
    return withoutWaiting(
      expectRejection('STREAM_DETACHED', () => read).then(() => undefined),
      'a read of a closed stream',
    );
  },

  async 'leaving an iteration cancels the source and closes the stream'(factories) {
    const source = new SampleResource([bytes('a'), bytes('b')], 'never');
    const stream = factories.createStreamFromResource(source);
    for await (const chunk of stream) {
      expectThat(chunk.length > 0, 'a chunk is empty');
      break;
    }
    await eventually(() => source.cancelled, 'the source is not cancelled');
    expectEqual(stream.isReadable(), false, 'isReadable()');
  },

  async 'leaving an iteration before its first chunk cancels the source too'(factories) {
    const source = new SampleResource([bytes('a')], 'never');
    await factories.createStreamFromResource(source)[Symbol.asyncIterator]().return?.();
    await eventually(() => source.cancelled, 'the source is not cancelled');
  },

  async 'detach returns the source and does not cancel it'(factories) {
    const source = new SampleResource([bytes('abc'), bytes('def')]);
    const stream = factories.createStreamFromResource(source);
    await upTo(stream, 2);
    const chunks: string[] = [];
    for await (const chunk of stream.detach() as AsyncIterable<Uint8Array>) {
      chunks.push(new TextDecoder().decode(chunk));
    }
    expectEqual(chunks.join(''), 'cdef', 'what is left in the source');
    expectEqual(source.cancelled, false, 'whether the source was cancelled');
  },

  async 'a source that can be read once belongs to one stream, until it is detached'(factories) {
    const sources: readonly AsyncIterable<Uint8Array>[] = [
      new SampleResource([bytes('abc')]),
      new Blob(['abc']).stream(),
      Object.assign(iterableAgain(), { on: () => undefined, destroy: () => undefined }),
    ];
    for (const source of sources) {
      const stream = factories.createStreamFromResource(source);
      expectThrow('BODY_CONSUMED', () => factories.createStreamFromResource(source));
      const next = factories.createStreamFromResource(stream.detach() as AsyncIterable<Uint8Array>);
      expectEqual(await next.text(), 'abc', 'the content of the next stream');
      expectThrow('BODY_CONSUMED', () => factories.createStreamFromResource(source));
    }
  },

  async 'a source that can be iterated again can be that of several streams'(factories) {
    const source = iterableAgain();
    for (const stream of [1, 2].map(() => factories.createStreamFromResource(source))) {
      expectEqual(await stream.text(), 'abc', 'the content');
    }
  },

  async 'leaving a detached source cancels it'(factories) {
    for (const readBefore of [0, 1]) {
      const source = new SampleResource([bytes('abc')], 'never');
      const stream = factories.createStreamFromResource(source);
      await stream.read(readBefore);
      const rest = stream.detach() as AsyncIterable<Uint8Array>;
      await rest[Symbol.asyncIterator]().return?.();
      await eventually(() => source.cancelled, 'the source is not cancelled');
    }
  },
};

function iterableAgain(): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => new SampleResource([bytes('abc')]) };
}

/** Reads until it has `size` bytes. @param length bytes to request per read; default: all missing bytes */
async function upTo(stream: StreamInterface, size: number, length?: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let missing = size; missing > 0; missing -= parts.at(-1)?.length ?? 0) {
    const part = await stream.read(length ?? missing);
    expectThat(part.length > 0, `the stream ends ${missing} bytes early`);
    parts.push(part);
  }
  return joinBytes(parts);
}

async function errorOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return undefined;
}
