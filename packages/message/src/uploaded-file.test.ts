import { describe, expect, it } from '@jest/globals';
import type { UploadError } from '@mortise/http-message';
import { factories } from './index.js';

const upload = (error: UploadError = 0) =>
  factories.createUploadedFile(
    factories.createStream('text'),
    null,
    error,
    '../a.txt',
    'text/plain',
  );

describe('createUploadedFile', () => {
  it('uses the size of the stream if none is given', () => {
    expect(upload().getSize()).toBe(4);
    expect(factories.createUploadedFile(factories.createStream('text'), 9).getSize()).toBe(9);
  });

  it('returns what the client sent, unchecked', () => {
    expect([upload().getClientFilename(), upload().getClientMediaType()]).toEqual([
      ...['../a.txt', 'text/plain'],
    ]);
  });

  it.each([5, 9, -1, '0', null])('refuses the error %j', (error) => {
    expect(() => upload(error as UploadError)).toThrow(
      expect.objectContaining({
        code: 'UPLOAD_ERROR_INVALID',
      }),
    );
  });

  it('refuses a stream that cannot be read, unless there is an error', () => {
    const closed = factories.createStream();
    closed.close();
    expect(() => factories.createUploadedFile(closed)).toThrow(
      expect.objectContaining({ code: 'STREAM_NOT_READABLE' }),
    );
    expect(factories.createUploadedFile(closed, 0, 4).getError()).toBe(4);
  });
});

describe('an upload', () => {
  it('always returns the same stream', () => {
    const file = upload();
    expect(file.getStream()).toBe(file.getStream());
  });

  it('has no stream and cannot be moved if it failed', async () => {
    expect(() => upload(4).getStream()).toThrow(expect.objectContaining({ code: 'UPLOAD_FAILED' }));
    await expect(upload(4).moveTo('/tmp/x')).rejects.toMatchObject({ code: 'UPLOAD_FAILED' });
  });

  it.each(['', 'a\0b', null, 5])('cannot be moved to %j', async (path) => {
    await expect(upload().moveTo(path as string)).rejects.toMatchObject({
      code: 'UPLOAD_TARGET_INVALID',
    });
  });

  it('names the entry that can move it, and stays unchanged', async () => {
    const file = upload();
    await expect(file.moveTo('/tmp/x')).rejects.toMatchObject({
      code: 'UPLOAD_MOVE_FAILED',
      message: expect.stringContaining('@mortise/message/node'),
    });
    expect(await file.getStream().text()).toBe('text');
  });
});

describe('createStreamFromFile', () => {
  it('names the entry that can open files', () => {
    expect(() => factories.createStreamFromFile('/etc/hosts')).toThrow(
      expect.objectContaining({
        code: 'STREAM_FILE_UNSUPPORTED',
        message: expect.stringContaining('@mortise/message/node'),
      }),
    );
  });
});
