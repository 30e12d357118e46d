import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ErrorEvent } from '@mortise/http-message';
import { errorReporter } from './index.js';

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  jest.spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const EVENT: ErrorEvent = {
  request: null,
  method: 'GET',
  target: '/a',
  remoteAddress: null,
  route: null,
  status: 500,
  phase: 'handler',
};

describe('errorReporter', () => {
  it('passes error and event to onError, and prints nothing', () => {
    const seen: unknown[] = [];
    const error = new Error('x');
    errorReporter((...given) => void seen.push(given))(error, EVENT);
    expect([seen, printed]).toEqual([[[error, EVENT]], []]);
  });

  it('prints the error without an onError', () => {
    errorReporter()(new Error('x'), EVENT);
    expect(printed).toEqual([expect.stringMatching(/^GET \/a failed: Error: x\n/)]);
  });

  it.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('y');
      },
    ],
    ['rejects', () => Promise.reject(new Error('y'))],
  ])('prints the error, and then that of an onError that %s', async (_how, onError) => {
    errorReporter(onError)(new Error('x'), EVENT);
    await Promise.resolve();
    expect(printed).toEqual([
      expect.stringMatching(/^GET \/a failed: Error: x\n/),
      expect.stringMatching(/^GET \/a failed: Error: y\n/),
    ]);
  });
});
