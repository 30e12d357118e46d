import type { StreamInterface, UploadedFileInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectThat, expectThrow } from '../expect.js';
import { SampleResource } from '../sample-resource.js';
import type { FileSubject } from './file-subject.js';

const CONTENT = bytes('content');

/** Rules for `moveTo` with files. */
export const movingUploads: Rules<FileSubject> = {
  async 'moveTo puts the content at the target'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await newPath(subject);
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the target');
    }
  },

  async 'moveTo moves the whole content, even if it was read before'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      if (!upload.getStream().isSeekable()) continue;
      await upload.getStream().read(3);
      const target = await newPath(subject);
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the target');
    }
  },

  async 'moveTo replaces an existing file'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await subject.files.temporaryFile(bytes('something much longer'));
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the target');
    }
  },

  async 'moveTo leaves no other file beside the target'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await subject.files.temporaryFile(new Uint8Array());
      const before = await subject.files.namesBeside(target);
      await upload.moveTo(target);
      expectEqual(
        await subject.files.namesBeside(target),
        before,
        'the other files beside the target',
      );
    }
  },

  async 'moveTo creates a file that only its owner can read, like those of temporary storage'({
    factories,
    files,
  }) {
    if (files.isPrivate === undefined) return;
    const streams = [
      factories.createStream(CONTENT),
      factories.createStreamFromResource(new SampleResource([CONTENT])),
    ];
    for (const stream of streams) {
      const target = await files.temporaryFile(CONTENT);
      await factories.createUploadedFile(stream).moveTo(target);
      expectThat(await files.isPrivate(target), 'others can read the file at the target');
    }
  },

  async 'an upload can be moved only once'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      await upload.moveTo(await newPath(subject));
      const target = await newPath(subject);
      await expectRejection('UPLOAD_MOVED', () => upload.moveTo(target));
      expectEqual(await subject.files.contents(target), null, 'the file at a second target');
    }
  },

  async 'only one of two concurrent moves succeeds'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await newPath(subject);
      const first = upload.moveTo(target);
      const second = upload.moveTo(`${target}.second`);
      await Promise.allSettled([first, second]);
      await expectRejection('UPLOAD_MOVED', () => second);
      await first;
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the first target');
      const leftBySecond = await subject.files.contents(`${target}.second`);
      expectEqual(leftBySecond, null, 'the file at the second target');
    }
  },

  async 'a moved upload has no stream, but still its other facts'(subject) {
    const stream = subject.factories.createStream(CONTENT);
    const upload = subject.factories.createUploadedFile(stream, null, 0, 'a.txt', 'text/plain');
    await upload.moveTo(await newPath(subject));
    expectThrow('UPLOAD_MOVED', () => upload.getStream());
    expectEqual(upload.getSize(), CONTENT.length, 'the size');
    expectEqual(upload.getError(), 0, 'the error');
    expectEqual(upload.getClientFilename(), 'a.txt', 'the name');
    expectEqual(upload.getClientMediaType(), 'text/plain', 'the media type');
  },

  async 'a move that fails has a cause and leaves the upload unchanged'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await newPath(subject);
      const canBeReadAgain = upload.getStream().isSeekable();
      const error = await expectRejection('UPLOAD_MOVE_FAILED', () =>
        upload.moveTo(`${target}.missing/target`),
      );
      expectThat(error.cause !== undefined, 'the error has no cause');
      if (!canBeReadAgain) continue;
      expectEqual(await upload.getStream().text(), 'content', 'the content');
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file of a second attempt');
    }
  },

  async 'a move that fails midway leaves no partial file'({ factories, files }) {
    const source = new SampleResource([CONTENT], new Error('the source failed'));
    const stream = factories.createStreamFromResource(source);
    const place = await files.temporaryFile(bytes('before'));
    const before = await files.namesBeside(place);
    const upload = factories.createUploadedFile(stream);
    await expectRejection('UPLOAD_MOVE_FAILED', () => upload.moveTo(place));
    expectEqual(await files.contents(place), bytes('before'), 'the file at the target');
    expectEqual(await files.namesBeside(place), before, 'the other files beside the target');
    const other = factories.createStreamFromResource(
      new SampleResource([CONTENT], new Error('the source failed')),
    );
    const second = factories.createUploadedFile(other);
    await expectRejection('UPLOAD_MOVE_FAILED', () => second.moveTo(`${place}.new`));
    expectEqual(await files.namesBeside(place), before, 'the other files beside a new target');
  },

  // A request that ends closes its streams.
  async 'a move that is not awaited before its stream is closed moves the whole content or fails'(
    subject,
  ) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await subject.files.temporaryFile(bytes('before'));
      const before = await subject.files.namesBeside(target);
      const stream = upload.getStream();
      const move = upload.moveTo(target);
      stream.close();
      const [{ status }] = await Promise.allSettled([move]);
      if (status === 'rejected') await expectRejection('UPLOAD_MOVE_FAILED', () => move);
      const content = status === 'fulfilled' ? CONTENT : bytes('before');
      expectEqual(await subject.files.contents(target), content, 'the file at the target');
      expectEqual(await subject.files.namesBeside(target), before, 'the other files beside it');
    }
  },
};

/** Yields uploads in memory, over a source, and in a file. */
async function* uploadsOfEveryKind({
  factories,
  files,
}: FileSubject): AsyncGenerator<UploadedFileInterface> {
  const streams: StreamInterface[] = [
    factories.createStream(CONTENT),
    factories.createStreamFromResource(new SampleResource([bytes('con'), bytes('tent')])),
    factories.createStreamFromFile(await files.temporaryFile(CONTENT)),
  ];
  for (const stream of streams) yield factories.createUploadedFile(stream);
}

/** Returns the path of a file that does not exist, in an existing folder. */
async function newPath({ files }: FileSubject): Promise<string> {
  return `${await files.temporaryFile(new Uint8Array())}.new`;
}
