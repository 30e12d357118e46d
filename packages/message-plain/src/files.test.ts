import { expect, it } from '@jest/globals';
import { factories } from './index.js';

it('a runtime without files says from where the factories are to be imported', async () => {
  const error = {
    code: 'STREAM_FILE_UNSUPPORTED',
    message:
      'this entry does not support files; on Node, import the factories from @mortise/message-plain/node',
  };
  expect(() => factories.createStreamFromFile('any')).toThrow(expect.objectContaining(error));
  const upload = factories.createUploadedFile(factories.createStream('x'));
  await expect(upload.moveTo('any')).rejects.toMatchObject({
    message: 'the upload could not be moved to: "any"',
    cause: error,
  });
});
