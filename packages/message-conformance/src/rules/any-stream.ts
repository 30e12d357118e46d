import { joinBytes } from '@mortise/base';
import type { StreamInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectThat } from '../expect.js';
import type { StreamSubject } from './stream-subjects.js';
import { withStream } from './with-stream.js';

const ABC = [bytes('abc'), bytes('de'), bytes('f')];

/** Rules for every stream, wherever its bytes come from. */
export const anyStream: Rules<StreamSubject> = {
  'a new stream is open, readable and at its start'({ create }) {
    return withStream(create(...ABC), (stream) => {
      expectThat(stream.isReadable(), 'isReadable() is false');
      expectEqual(stream.tell(), 0, 'tell()');
      expectThat(!stream.eof(), 'eof() is true at the start');
    });
  },

  'reading in chunks returns everything in order, nothing twice'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      const parts = await readInParts(stream, 2);
      expectEqual(joinBytes(parts), bytes('abcdef'), 'what was read');
    });
  },

  'read returns at most the requested number of bytes, and at least one before the end'({
    create,
  }) {
    return withStream(create(...ABC), async (stream) => {
      for (const part of await readInParts(stream, 2)) {
        expectThat(part.length === 1 || part.length === 2, `read(2) returned ${part.length} bytes`);
      }
    });
  },

  'read advances the position by the bytes it returns'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      let position = 0;
      for (let round = 0; round < 4; round++) {
        position += (await stream.read(2)).length;
        expectEqual(stream.tell(), position, 'tell()');
      }
    });
  },

  'read returns an empty array at the end, every time'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      await stream.getContents();
      for (let round = 0; round < 3; round++) {
        expectEqual(await stream.read(5), new Uint8Array(), 'what is read after the end');
      }
      expectEqual(stream.tell(), 6, 'tell()');
    });
  },

  'reading no bytes returns none and does not move the position'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      expectEqual(await stream.read(0), new Uint8Array(), 'read(0)');
      expectEqual(stream.tell(), 0, 'tell()');
      expectEqual(
        joinBytes(await readInParts(stream, 9)),
        bytes('abcdef'),
        'what is read after it',
      );
    });
  },

  'read refuses a value that is not a length, and leaves the stream unchanged'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      for (const length of [-1, 1.5, NaN, Infinity]) {
        await expectRejection('STREAM_LENGTH_INVALID', () => stream.read(length), length);
      }
      expectEqual(await stream.getContents(), bytes('abcdef'), 'what is read after it');
    });
  },

  'concurrent reads return different chunks, in order'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      const parts = await Promise.all([stream.read(1), stream.read(2), stream.read(9)]);
      const rest = await stream.getContents();
      expectEqual(joinBytes([...parts, rest]), bytes('abcdef'), 'the parts together');
    });
  },

  'eof is false before the end and true after everything was read'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      await stream.read(2);
      expectThat(!stream.eof(), 'eof() is true before the end');
      await stream.getContents();
      expectThat(stream.eof(), 'eof() is false after everything was read');
    });
  },

  'eof is true exactly when the position is the known size'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      const size = stream.getSize();
      for (let round = 0; size !== null && round < 6; round++) {
        expectEqual(stream.eof(), stream.tell() === size, `eof() at ${stream.tell()} of ${size}`);
        await stream.read(1);
      }
      if (size !== null) expectThat(stream.eof(), 'eof() is false after as many bytes as the size');
    });
  },

  'getContents reads from the position to the end'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      const { length } = await stream.read(2);
      expectEqual(await stream.getContents(), bytes('abcdef'.slice(length)), 'getContents()');
      expectEqual(stream.tell(), 6, 'tell()');
      expectEqual(await stream.getContents(), new Uint8Array(), 'getContents() at the end');
    });
  },

  'an empty stream is at its end after it was read'({ create }) {
    return withStream(create(), async (stream) => {
      expectEqual(await stream.read(1), new Uint8Array(), 'read(1)');
      expectThat(stream.eof(), 'eof() is false');
      expectEqual(await stream.getContents(), new Uint8Array(), 'getContents()');
      expectEqual(await stream.text(), '', 'text()');
    });
  },

  'iterating yields the unread rest, without empty chunks'({ create }) {
    return withStream(create(bytes('ab'), new Uint8Array(), bytes('cdef')), async (stream) => {
      const { length } = await stream.read(1);
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      expectEqual(joinBytes(chunks), bytes('abcdef'.slice(length)), 'the chunks together');
      expectThat(!chunks.some((chunk) => chunk.length === 0), 'a chunk is empty');
      expectThat(stream.eof(), 'eof() is false after the last chunk');
      expectEqual(stream.tell(), 6, 'tell()');
    });
  },

  'text reads the bytes as UTF-8, wherever they are split'({ create }) {
    const cut = [...bytes('a\u00e9\u20ac\u{1f600}')].map((byte) => Uint8Array.of(byte));
    return withStream(create(...cut), async (stream) => {
      expectEqual(await stream.text(), 'a\u00e9\u20ac\u{1f600}', 'text()');
    });
  },

  'text replaces an invalid sequence with U+FFFD and keeps a byte order mark'({ create }) {
    const content = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62, 0xe2, 0x82);
    return withStream(create(content), async (stream) => {
      expectEqual(await stream.text(), '\ufeffa\ufffdb\ufffd', 'text()');
    });
  },

  'text leaves the stream at its end'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      await stream.text();
      expectEqual(stream.tell(), 6, 'tell()');
      expectThat(stream.eof(), 'eof() is false');
    });
  },

  'getMetadata returns all facts, or one, or null for an unknown one'({ create }) {
    return withStream(create(...ABC), (stream) => {
      const facts = stream.getMetadata();
      expectThat(typeof facts === 'object', 'getMetadata() does not return an object');
      for (const [key, value] of Object.entries(facts)) {
        expectEqual(stream.getMetadata(key), value, `getMetadata('${key}')`);
      }
      for (const key of ['no such fact', 'constructor', '']) {
        expectEqual(stream.getMetadata(key), null, `getMetadata('${key}')`);
      }
    });
  },

  'getSize is not changed by reading'({ create }) {
    return withStream(create(...ABC), async (stream) => {
      const size = stream.getSize();
      expectThat(size === null || size === 6, `getSize() is ${String(size)} for 6 bytes`);
      await stream.read(2);
      expectEqual(stream.getSize(), size, 'getSize() after read(2)');
      await stream.getContents();
      expectEqual(stream.getSize(), size, 'getSize() at the end');
    });
  },
};

/** Reads until a read returns no bytes. */
async function readInParts(stream: StreamInterface, length: number): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = await stream.read(length);
    if (part.length === 0) return parts;
    parts.push(part);
    expectThat(parts.length < 100, 'read never reaches the end');
  }
}
