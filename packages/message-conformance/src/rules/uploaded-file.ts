import type { HttpFactoriesInterface, UploadedFileInterface } from '@mortise/http-message';
import { bytes } from '../bytes.js';
import type { Rules } from '../conformance-case.js';
import { expectEqual, expectRejection, expectSame, expectThrow } from '../expect.js';
import { SampleResource } from '../sample-resource.js';

const ERRORS = [1, 2, 3, 4, 6, 7, 8] as const;

/** Rules for every upload. */
export const uploadedFile: Rules<HttpFactoriesInterface> = {
  async 'getStream returns the content, always as the same stream'(factories) {
    const stream = factories.createStream('abc');
    const upload = factories.createUploadedFile(stream);
    expectSame(upload.getStream(), stream, 'the stream');
    expectSame(upload.getStream(), stream, 'the stream that is read again');
    expectEqual(await upload.getStream().text(), 'abc', 'the content');
  },

  'an upload has the facts that the client sent, unchecked'(factories) {
    const upload = factories.createUploadedFile(
      factories.createStream('abc'),
      3,
      0,
      '../../etc/passwd',
      'x/y; z',
    );
    expectEqual(upload.getClientFilename(), '../../etc/passwd', 'the name');
    expectEqual(upload.getClientMediaType(), 'x/y; z', 'the media type');
  },

  'facts that were not given for an upload are null'(factories) {
    const upload = factories.createUploadedFile(factories.createStream('abc'));
    expectEqual(upload.getError(), 0, 'the error');
    expectEqual(upload.getClientFilename(), null, 'the name');
    expectEqual(upload.getClientMediaType(), null, 'the media type');
  },

  'the size is the given one, otherwise that of the stream'(factories) {
    const stream = factories.createStream('abc');
    expectEqual(factories.createUploadedFile(stream, 7).getSize(), 7, 'a size that was given');
    expectEqual(factories.createUploadedFile(stream, 0).getSize(), 0, 'a size of 0');
    expectEqual(factories.createUploadedFile(stream).getSize(), 3, "the stream's size");
    expectEqual(factories.createUploadedFile(stream, null).getSize(), 3, "the stream's size");
    const unknown = factories.createStreamFromResource(new SampleResource([bytes('abc')]));
    expectEqual(factories.createUploadedFile(unknown).getSize(), null, 'an unknown size');
  },

  'a failed upload has an error, and no content'(factories) {
    for (const error of ERRORS) {
      const upload = factories.createUploadedFile(factories.createStream(), 5, error, 'a.txt');
      expectEqual(upload.getError(), error, 'the error');
      expectEqual(upload.getSize(), 5, 'the size');
      expectEqual(upload.getClientFilename(), 'a.txt', 'the name');
      expectThrow('UPLOAD_FAILED', () => upload.getStream());
    }
  },

  async 'a failed upload cannot be moved'(factories) {
    for (const error of ERRORS) {
      const upload = factories.createUploadedFile(factories.createStream(), null, error);
      await expectRejection('UPLOAD_FAILED', () => upload.moveTo('target'));
    }
  },

  "an upload refuses an error that is not one of PHP's"(factories) {
    for (const error of [5, 9, -1, 1.5, NaN, '0']) {
      const create = () => factories.createUploadedFile(factories.createStream(), null, error as 0);
      expectThrow('UPLOAD_ERROR_INVALID', create, error);
    }
  },

  'an upload refuses a stream that cannot be read'(factories) {
    const stream = factories.createStream('abc');
    stream.close();
    expectThrow(
      'STREAM_NOT_READABLE',
      () => factories.createUploadedFile(stream),
      undefined,
      'a closed stream',
    );
  },

  async 'moveTo refuses a path that is empty or contains NUL, and the upload is unchanged'(
    factories,
  ) {
    const upload: UploadedFileInterface = factories.createUploadedFile(
      factories.createStream('abc'),
    );
    for (const path of ['', '\0', '/tmp/a\0b']) {
      await expectRejection('UPLOAD_TARGET_INVALID', () => upload.moveTo(path), path);
      expectEqual(await upload.getStream().text(), 'abc', 'the content');
    }
    await expectRejection('UPLOAD_TARGET_INVALID', () => upload.moveTo(null as never), null);
  },
};
