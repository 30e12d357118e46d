import { joinBytes } from '@mortise/base';
import type { StreamInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectThrow } from '../expect.js';
import type { StreamSubject } from './stream-subjects.js';

/** Rules for a stream after `close` or `detach`. */
export const closedStream: Rules<StreamSubject> = {
  async 'after close a stream is unusable'({ create }) {
    const stream = await create(bytes('abc'));
    stream.close();
    await expectNoStream(stream);
  },

  async 'after detach a stream is unusable'({ create }) {
    const stream = await create(bytes('abc'));
    await allOf(stream.detach());
    await expectNoStream(stream);
  },

  async 'after close at the end a stream is unusable'({ create }) {
    const stream = await create(bytes('abc'));
    await stream.getContents();
    stream.close();
    await expectNoStream(stream);
  },

  async 'closing twice is not an error'({ create }) {
    const stream = await create(bytes('abc'));
    stream.close();
    stream.close();
  },

  async 'detach returns the rest from the position, then null'({ create }) {
    const stream = await create(bytes('abc'), bytes('def'));
    const { length } = await stream.read(2);
    const rest = await allOf(stream.detach());
    expectEqual(rest, bytes('abcdef'.slice(length)), 'what detach returns');
    expectEqual(stream.detach(), null, 'what detach returns the second time');
  },

  async 'detach returns null after close'({ create }) {
    const stream = await create(bytes('abc'));
    stream.close();
    expectEqual(stream.detach(), null, 'what detach returns');
  },
};

async function expectNoStream(stream: StreamInterface): Promise<void> {
  expectEqual(stream.isReadable(), false, 'isReadable()');
  expectEqual(stream.isWritable(), false, 'isWritable()');
  expectEqual(stream.isSeekable(), false, 'isSeekable()');
  expectEqual(stream.getSize(), null, 'getSize()');
  expectEqual(stream.inMemory(), null, 'inMemory()');
  expectEqual(stream.eof(), true, 'eof()');
  expectEqual(stream.getMetadata(), {}, 'getMetadata()');
  expectEqual(stream.getMetadata('mode'), null, "getMetadata('mode')");
  for (const act of [
    () => stream.tell(),
    () => {
      stream.seek(0);
    },
    () => {
      stream.rewind();
    },
    () => stream.write('x'),
  ]) {
    expectThrow('STREAM_DETACHED', act);
  }
  for (const act of [
    () => stream.read(1),
    () => stream.getContents(),
    () => stream.text(),
    () => stream[Symbol.asyncIterator]().next(),
  ]) {
    await expectRejection('STREAM_DETACHED', act);
  }
}

async function allOf(resource: Uint8Array | AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  if (resource === null || resource instanceof Uint8Array) return resource ?? new Uint8Array();
  const chunks: Uint8Array[] = [];
  for await (const chunk of resource) chunks.push(chunk);
  return joinBytes(chunks);
}
