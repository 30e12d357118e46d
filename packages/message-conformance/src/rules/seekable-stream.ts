import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectThat, expectThrow } from '../expect.js';
import type { StreamSubject } from './stream-subjects.js';
import { withStream } from './with-stream.js';

const CONTENT = bytes('abcdef');

/** Rules for a seekable stream. */
export const seekableStream: Rules<StreamSubject> = {
  'a seekable stream reports that it is seekable, and its size at any position'({ create }) {
    return withStream(create(CONTENT), (stream) => {
      expectThat(stream.isSeekable(), 'isSeekable() is false');
      for (const position of [0, 3, 6]) {
        stream.seek(position);
        expectEqual(stream.getSize(), 6, `getSize() at ${position}`);
      }
    });
  },

  'seek moves from the start, from the position and from the end'({ create }) {
    return withStream(create(CONTENT), async (stream) => {
      stream.seek(2);
      expectEqual(stream.tell(), 2, 'tell() after seek(2)');
      stream.seek(3, 0);
      expectEqual(stream.tell(), 3, 'tell() after seek(3, 0)');
      stream.seek(2, 1);
      expectEqual(stream.tell(), 5, 'tell() after seek(2, 1)');
      stream.seek(-4, 1);
      expectEqual(stream.tell(), 1, 'tell() after seek(-4, 1)');
      stream.seek(-2, 2);
      expectEqual(stream.tell(), 4, 'tell() after seek(-2, 2)');
      expectEqual(await stream.getContents(), bytes('ef'), 'what is read from there');
    });
  },

  'seek to the end makes eof true, and seek back makes it false'({ create }) {
    return withStream(create(CONTENT), async (stream) => {
      stream.seek(0, 2);
      expectEqual(stream.tell(), 6, 'tell()');
      expectThat(stream.eof(), 'eof() is false at the end');
      expectEqual(await stream.read(1), new Uint8Array(), 'what is read at the end');
      stream.seek(5);
      expectThat(!stream.eof(), 'eof() is true before the last byte');
      expectEqual(await stream.read(9), bytes('f'), 'the last byte');
    });
  },

  'an empty stream is at its end'({ create }) {
    return withStream(create(), (stream) => {
      expectThat(stream.eof(), 'eof() is false');
      expectEqual(stream.getSize(), 0, 'getSize()');
    });
  },

  'seek refuses a position outside the stream, and keeps the position'({ create }) {
    return withStream(create(CONTENT), (stream) => {
      stream.seek(3);
      const bad = [[-1], [7], [-4, 1], [4, 1], [1, 2], [-7, 2], [1.5], [NaN], [0, 9]] as const;
      for (const [offset, whence] of bad) {
        const seek = () => {
          stream.seek(offset, whence as 0 | 1 | 2);
        };
        expectThrow('STREAM_OFFSET_INVALID', seek, undefined, [offset, whence]);
        expectEqual(stream.tell(), 3, `tell() after seek(${offset}, ${String(whence)})`);
      }
    });
  },

  'rewind moves to the start, from where everything can be read again'({ create }) {
    return withStream(create(CONTENT), async (stream) => {
      expectEqual(await stream.getContents(), CONTENT, 'what is read first');
      stream.rewind();
      expectEqual(stream.tell(), 0, 'tell()');
      expectEqual(await stream.getContents(), CONTENT, 'what is read again');
    });
  },

  'text returns the whole body of a seekable stream, every time'({ create }) {
    return withStream(create(CONTENT), async (stream) => {
      await stream.read(2);
      expectEqual(await stream.text(), 'abcdef', 'text() after read(2)');
      expectEqual(await stream.text(), 'abcdef', 'text() once more');
    });
  },

  'leaving an iteration keeps a seekable stream open after the last chunk'({ create }) {
    return withStream(create(CONTENT), async (stream) => {
      let given = 0;
      for await (const chunk of stream) {
        given = chunk.length;
        break;
      }
      expectThat(stream.isReadable(), 'the stream was closed');
      expectEqual(stream.tell(), given, 'tell() after the chunk');
      stream.rewind();
      expectEqual(await stream.getContents(), CONTENT, 'what is read afterwards');
    });
  },
};
