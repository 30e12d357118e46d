import type { StreamInterface, UploadedFileInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectThat, expectThrow } from '../expect.js';
import { SampleResource } from '../sample-resource.js';
import type { FileSubject } from './file-subject.js';

const CONTENT = bytes('content');

/** What `moveTo` does where there are files. */
export const movingUploads: Rules<FileSubject> = {
  async 'moveTo puts the content at the target'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await newPath(subject);
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the target');
    }
  },

  async 'moveTo moves the whole content, though it was read before'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      if (!upload.getStream().isSeekable()) continue;
      await upload.getStream().read(3);
      const target = await newPath(subject);
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the target');
    }
  },

  async 'moveTo replaces a file that is there'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await subject.files.temporaryFile(bytes('something much longer'));
      await upload.moveTo(target);
      expectEqual(await subject.files.contents(target), CONTENT, 'the file at the target');
    }
  },

  async 'moveTo leaves nothing beside the target'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      const target = await subject.files.temporaryFile(new Uint8Array());
      const before = await subject.files.namesBeside(target);
      await upload.moveTo(target);
      expectEqual(await subject.files.namesBeside(target), before, 'what lies beside the target');
    }
  },

  async 'an upload is moved once only'(subject) {
    for await (const upload of uploadsOfEveryKind(subject)) {
      await upload.moveTo(await newPath(subject));
      const target = await newPath(subject);
      await expectRejection('UPLOAD_MOVED', () => upload.moveTo(target));
      expectEqual(await subject.files.contents(target), null, 'the file at a second target');
    }
  },

  async 'of two moves at once only one happens'(subject) {
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

  async 'a moved upload has no stream, and still knows the rest'(subject) {
    const stream = subject.factories.createStream(CONTENT);
    const upload = subject.factories.createUploadedFile(stream, null, 0, 'a.txt', 'text/plain');
    await upload.moveTo(await newPath(subject));
    expectThrow('UPLOAD_MOVED', () => upload.getStream());
    expectEqual(upload.getSize(), CONTENT.length, 'the size');
    expectEqual(upload.getError(), 0, 'the error');
    expectEqual(upload.getClientFilename(), 'a.txt', 'the name');
    expectEqual(upload.getClientMediaType(), 'text/plain', 'the media type');
  },

  async 'a move that fails names its cause and leaves the upload as it was'(subject) {
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

  async 'a move that fails on its way leaves no part of a file'({ factories, files }) {
    const source = new SampleResource([CONTENT], new Error('the source failed'));
    const stream = factories.createStreamFromResource(source);
    const place = await files.temporaryFile(bytes('before'));
    const before = await files.namesBeside(place);
    const upload = factories.createUploadedFile(stream);
    await expectRejection('UPLOAD_MOVE_FAILED', () => upload.moveTo(place));
    expectEqual(await files.contents(place), bytes('before'), 'the file at the target');
    expectEqual(await files.namesBeside(place), before, 'what lies beside the target');
    const other = factories.createStreamFromResource(
      new SampleResource([CONTENT], new Error('the source failed')),
    );
    const second = factories.createUploadedFile(other);
    await expectRejection('UPLOAD_MOVE_FAILED', () => second.moveTo(`${place}.new`));
    expectEqual(await files.namesBeside(place), before, 'what lies beside a new target');
  },
};

/** In memory, from elsewhere, in a file. */
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

/** Where no file is yet, in a folder that is there. */
async function newPath({ files }: FileSubject): Promise<string> {
  return `${await files.temporaryFile(new Uint8Array())}.new`;
}
