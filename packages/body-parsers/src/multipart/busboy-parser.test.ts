import { describe, expect, it, jest } from '@jest/globals';
import { Writable } from 'node:stream';

describe('another version of busboy', () => {
  it('fails when the entry is loaded, with an error that names the versions', async () => {
    // Another version cannot be installed beside the pinned one.
    jest.unstable_mockModule('busboy', () => ({ default: () => new Writable() }));
    await expect(import('./index.js')).rejects.toThrow(
      'unsupported busboy version 1.6.0: @mortise/body-parsers requires 1.6.0; reinstall its dependencies',
    );
  });
});
