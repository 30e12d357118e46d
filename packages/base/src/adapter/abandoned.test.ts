import { describe, expect, it } from '@jest/globals';
import { isAbandoned } from './abandoned.js';

class AdapterError extends Error {}

describe('an error after the response is not awaited any more', () => {
  it.each([
    ['of the adapter', new AdapterError('gone'), true],
    ['an abort', new DOMException('aborted', 'AbortError'), true],
    ['a read of a body that was closed', { code: 'STREAM_DETACHED' }, true],
    ['another error', new Error('broken'), false],
    ['no error at all', undefined, false],
  ])('is only that if it is %s: %p %p', (_, error, expected) => {
    expect(isAbandoned(error, AdapterError)).toBe(expected);
  });
});
