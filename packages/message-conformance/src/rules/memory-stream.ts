import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectThat, expectThrow } from '../expect.js';
import type { StreamSubject } from './stream-subjects.js';
import { withStream } from './with-stream.js';

/** Additional rules for a stream in memory, which can be written, and read synchronously. */
export const memoryStream: Rules<StreamSubject> = {
  'a stream in memory is writable'({ create }) {
    return withStream(create(bytes('abc')), (stream) => {
      expectThat(stream.isWritable(), 'isWritable() is false');
    });
  },

  'write overwrites the bytes at the position and advances it'({ create }) {
    return withStream(create(bytes('abcdef')), async (stream) => {
      stream.seek(1);
      expectEqual(stream.write('XY'), 2, 'what write returns');
      expectEqual(stream.tell(), 3, 'tell()');
      expectEqual(stream.getSize(), 6, 'getSize()');
      expectEqual(await stream.text(), 'aXYdef', 'the content');
    });
  },

  'write beyond the end makes the stream longer'({ create }) {
    return withStream(create(bytes('abcdef')), async (stream) => {
      stream.seek(4);
      expectEqual(stream.write(bytes('WXYZ')), 4, 'what write returns');
      expectEqual(stream.getSize(), 8, 'getSize()');
      expectThat(stream.eof(), 'eof() is false');
      stream.write('!');
      expectEqual(await stream.text(), 'abcdWXYZ!', 'the content');
    });
  },

  'write counts bytes, not characters'({ create }) {
    return withStream(create(), async (stream) => {
      expectEqual(stream.write('\u00e9\u20ac\u{1f600}'), 9, 'what write returns');
      expectEqual(stream.tell(), 9, 'tell()');
      expectEqual(stream.getSize(), 9, 'getSize()');
      stream.seek(2);
      expectEqual(await stream.getContents(), bytes('\u20ac\u{1f600}'), 'the rest');
    });
  },

  'write refuses content that is neither text nor bytes'({ create }) {
    return withStream(create(bytes('abc')), async (stream) => {
      expectThrow('STREAM_NOT_READABLE', () => stream.write(7 as never), 7);
      expectEqual(await stream.text(), 'abc', 'the content');
    });
  },

  'write copies its bytes'({ create }) {
    return withStream(create(), async (stream) => {
      const data = bytes('abc');
      stream.write(data);
      data.fill(0x78);
      expectEqual(await stream.text(), 'abc', 'the content after the bytes were changed');
    });
  },

  'text and bytes can be written alternately'({ create }) {
    return withStream(create(bytes('a')), async (stream) => {
      stream.seek(0, 2);
      stream.write('\u00e9');
      stream.write(Uint8Array.of(0xff, 0x62));
      stream.write('c');
      expectEqual(await stream.text(), 'a\u00e9\ufffdbc', 'the content');
    });
  },

  'inMemory returns the unread rest without moving the position'({ create }) {
    return withStream(create(bytes('ab\u00e9def')), async (stream) => {
      for (const [skip, rest] of [
        [0, 'ab\u00e9def'],
        [1, 'b\u00e9def'],
        [4, 'def'],
      ] as const) {
        stream.seek(skip);
        expectEqual(asBytes(stream.inMemory()), bytes(rest), `inMemory() at ${skip}`);
        expectEqual(stream.tell(), skip, 'tell()');
      }
      await stream.getContents();
      expectEqual(asBytes(stream.inMemory()), new Uint8Array(), 'inMemory() at the end');
    });
  },

  'inMemory includes what was written'({ create }) {
    return withStream(create(), (stream) => {
      expectEqual(asBytes(stream.inMemory()), new Uint8Array(), 'inMemory() before');
      stream.write('abc');
      stream.write('d\u00e9');
      expectEqual(asBytes(stream.inMemory()), new Uint8Array(), 'inMemory() at the end');
      stream.rewind();
      expectEqual(asBytes(stream.inMemory()), bytes('abcd\u00e9'), 'inMemory() from the start');
    });
  },

  'writing does not change what inMemory returned before'({ create }) {
    return withStream(create(bytes('abcdef')), (stream) => {
      stream.write('AB');
      stream.seek(1);
      const given = stream.inMemory();
      stream.write('xy');
      stream.seek(0, 2);
      stream.write('more');
      expectEqual(asBytes(given), bytes('Bcdef'), 'what inMemory() returned before the write');
    });
  },

  'writing does not change the bytes that the stream was created from'({ factories }) {
    const given = bytes('abc');
    factories.createStream(given).write('X');
    factories.createStreamFromResource(given).write('X');
    expectEqual(given, bytes('abc'), 'the original bytes');
  },

  'unpaired surrogates become U+FFFD'({ factories }) {
    return withStream(factories.createStream('a\ud83d'), async (stream) => {
      expectEqual(stream.getSize(), 4, 'getSize()');
      expectEqual(await stream.text(), 'a\ufffd', 'text()');
    });
  },
};

/** Converts a result of `inMemory` to bytes, or `null`. */
function asBytes(rest: Uint8Array | string | null): Uint8Array | null {
  return typeof rest === 'string' ? bytes(rest) : rest;
}
