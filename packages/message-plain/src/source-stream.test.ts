import { describe, expect, it } from '@jest/globals';
import type { BodySource } from '@mortise/http-message';
import { SourceStream } from './source-stream.js';

describe('the stream of a body that cannot be read', () => {
  it('rejects each time with the first error, and reads its source once', async () => {
    const failure = new Error('the client disconnected');
    let calls = 0;
    const body: BodySource = {
      size: null,
      bytes: () => {
        calls += 1;
        return Promise.reject(failure);
      },
      [Symbol.asyncIterator]: () => {
        throw new Error('read twice');
      },
    };
    const stream = new SourceStream(body);
    await expect(stream.getContents()).rejects.toBe(failure);
    await expect(stream.getContents()).rejects.toBe(failure);
    expect(calls).toBe(1);
  });
});
