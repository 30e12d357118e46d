import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ErrorEvent } from '@mortise/http-message';
import { setImmediate } from 'node:timers/promises';
import { ErrorReports } from './error-reports.js';

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

describe('the report of an error', () => {
  it('goes to onError alone', () => {
    const seen: unknown[] = [];
    const error = new Error('x');
    new ErrorReports((...given) => void seen.push(given)).report(error, EVENT);
    expect([seen, printed]).toEqual([[[error, EVENT]], []]);
  });

  it('is printed without an onError', () => {
    new ErrorReports().report(new Error('x'), EVENT);
    expect(printed).toEqual([expect.stringMatching(/^GET \/a failed: Error: x\n/)]);
  });

  it('is printed if onError fails, and so is its own error after it', () => {
    const reports = new ErrorReports(() => {
      throw new Error('y');
    });
    reports.report(new Error('x'), EVENT);
    expect(printed).toEqual([
      expect.stringMatching(/^GET \/a failed: Error: x\n/),
      expect.stringMatching(/^GET \/a failed: Error: y\n/),
    ]);
  });
});

describe('the end of a lifetime', () => {
  const error = new Error('x');

  it.each<[string, () => Promise<void> | undefined, unknown[]]>([
    ['succeeds', () => undefined, []],
    ['succeeds later', () => Promise.resolve(), []],
    [
      'throws',
      () => {
        throw error;
      },
      [[error, EVENT]],
    ],
    ['rejects', () => Promise.reject(error), [[error, EVENT]]],
  ])('is reported, and described, only if it fails: it %s', async (_, end, reported) => {
    const seen: unknown[] = [];
    let described = 0;
    new ErrorReports((...given) => void seen.push(given)).settle(end, () => {
      described++;
      return EVENT;
    });
    await setImmediate();
    expect([seen, described]).toEqual([reported, reported.length]);
  });
});
