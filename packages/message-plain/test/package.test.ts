import { describe, expect, it } from '@jest/globals';
import * as main from '@mortise/message-plain';
import * as node from '@mortise/message-plain/node';

describe('@mortise/message-plain', () => {
  it('exports the same names as @mortise/message', () => {
    expect(Object.keys(main).sort()).toEqual(['MessageError', 'factories']);
    expect(Object.keys(node).sort()).toEqual(['createTemporaryStorage', 'factories']);
  });

  it('has no files without its entry for Node', async () => {
    expect(() => main.factories.createStreamFromFile('any')).toThrow(
      expect.objectContaining({ code: 'STREAM_FILE_UNSUPPORTED' }),
    );
    const upload = main.factories.createUploadedFile(main.factories.createStream('x'));
    await expect(upload.moveTo('any')).rejects.toMatchObject({ code: 'UPLOAD_MOVE_FAILED' });
    await expect(upload.getStream().text()).resolves.toBe('x');
  });
});
