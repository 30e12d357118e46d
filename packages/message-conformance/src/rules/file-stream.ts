import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectThat, expectThrow } from '../expect.js';
import type { FileSubject } from './file-subject.js';

/** Additional rules for a stream over a file. */
export const fileStream: Rules<FileSubject> = {
  async 'a stream over a file is not writable'({ factories, files }) {
    const stream = factories.createStreamFromFile(await files.temporaryFile(bytes('abc')));
    expectEqual(stream.isWritable(), false, 'isWritable()');
    expectThrow('STREAM_NOT_WRITABLE', () => stream.write('x'));
    stream.close();
  },

  async 'a stream over a file has its path and mode as metadata'({ factories, files }) {
    const path = await files.temporaryFile(bytes('abc'));
    const stream = factories.createStreamFromFile(path, 'r');
    expectEqual(stream.getMetadata('uri'), path, "getMetadata('uri')");
    expectEqual(stream.getMetadata('mode'), 'r', "getMetadata('mode')");
    stream.close();
  },

  async 'a stream over a file returns all of it from inMemory, or null'({ factories, files }) {
    const stream = factories.createStreamFromFile(await files.temporaryFile(bytes('abc')));
    const content = stream.inMemory();
    if (content !== null) {
      const given = typeof content === 'string' ? bytes(content) : content;
      expectEqual(given, bytes('abc'), 'inMemory()');
    }
    stream.close();
  },

  async 'closing a stream over a file keeps the file'({ factories, files }) {
    const path = await files.temporaryFile(bytes('abc'));
    factories.createStreamFromFile(path).close();
    expectEqual(await files.contents(path), bytes('abc'), 'the file');
  },

  async 'createStreamFromFile throws synchronously if there is no file'({ factories, files }) {
    const path = await files.temporaryFile(bytes('abc'));
    const error = expectThrow(
      'STREAM_FILE_FAILED',
      () => factories.createStreamFromFile(`${path}.missing`),
      `${path}.missing`,
    );
    expectThat(error.cause !== undefined, 'the error has no cause');
  },

  async 'createStreamFromFile accepts every mode that only reads'({ factories, files }) {
    const path = await files.temporaryFile(bytes('abc'));
    for (const mode of ['r', 'rb', 'rt', 're', 'rbe', 'rte'] as const) {
      const stream = factories.createStreamFromFile(path, mode);
      expectEqual(stream.getMetadata('mode'), mode, "getMetadata('mode')");
      expectEqual(await stream.text(), 'abc', `the content of a file opened with ${mode}`);
      stream.close();
    }
  },

  async 'createStreamFromFile refuses every mode that writes'({ factories, files }) {
    const path = await files.temporaryFile(bytes('abc'));
    for (const mode of ['r+', 'rb+', 'r+b', 'w', 'wb', 'a', 'x', 'c', 'c+', '', 'q', ' r', 'r\n']) {
      expectThrow('STREAM_FILE_UNSUPPORTED', () =>
        factories.createStreamFromFile(path, mode as 'r'),
      );
    }
    expectEqual(await files.contents(path), bytes('abc'), 'the file');
  },
};
