import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

describe('the factories for any runtime', () => {
  const message = 'expected the factories from @mortise/message/node for files';

  it('name the entry that has files when a file is to be opened', () => {
    expect(() => factories.createStreamFromFile('a')).toThrow(
      expect.objectContaining({ code: 'STREAM_FILE_UNSUPPORTED', value: 'a', message }),
    );
  });

  it('refuse a mode that writes, before that', () => {
    for (const mode of ['r+', 'w', 'rx', 'xr', 'rbt', 'R', '']) {
      expect(() => factories.createStreamFromFile('a', mode as 'r')).toThrow(
        expect.objectContaining({ code: 'STREAM_FILE_UNSUPPORTED', value: mode }),
      );
    }
  });

  it('name the entry that has files when an upload is to be moved, which stays usable', async () => {
    const upload = factories.createUploadedFile(factories.createStream('a'));
    for (let round = 0; round < 2; round++) {
      await expect(upload.moveTo('a')).rejects.toMatchObject({
        code: 'UPLOAD_MOVE_FAILED',
        message: `the upload could not be moved (${message})`,
        cause: expect.objectContaining({ code: 'STREAM_FILE_UNSUPPORTED' }) as unknown,
      });
    }
    expect(await upload.getStream().text()).toBe('a');
  });
});

describe('the parameters of a query', () => {
  it('are the same object for each request with the same URI', () => {
    const uri = factories.createUri('/?a=1&b[c]=2');
    const [one, other] = [uri, uri].map((each) => factories.createServerRequest('GET', each));
    const query = one?.getQueryParams();
    expect(other?.getQueryParams()).toBe(query);
    expect(one?.withUri(uri).getQueryParams()).toBe(query);
    expect(one?.withUri(factories.createUri('/?a=1&b[c]=2')).getQueryParams()).not.toBe(query);
  });

  it('are frozen at every level, of each kind of request', () => {
    const target = '/?a=1&b[c]=2&d[]=3';
    const source = {
      ...{ method: 'GET', target, protocolVersion: '1.1', rawHeaders: [], scheme: 'http' as const },
      ...{ host: '', remoteAddress: null, remotePort: null, localAddress: null, localPort: null },
      body: null,
    };
    for (const request of [
      factories.createServerRequest('GET', target),
      factories.createServerRequestFromSource(source),
    ]) {
      const { a, b, d, ...others } = request.getQueryParams();
      expect([a, { ...(b as object) }, d, others]).toEqual(['1', { c: '2' }, ['3'], {}]);
      expect([request.getQueryParams(), b, d].map((map) => Object.isFrozen(map))).toEqual([
        ...[true, true, true],
      ]);
    }
  });
});
