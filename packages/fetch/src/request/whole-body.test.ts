import { describe, expect, it } from '@jest/globals';
import { bytes, turn } from '../../test/answering.js';
import { defaultLimits, type FetchLimits } from '../limits.js';
import { readWhole } from './whole-body.js';

/** What a platform provides of a request. */
interface Given {
  readonly bytes?: () => Promise<Uint8Array>;
  readonly arrayBuffer?: () => Promise<ArrayBuffer>;
  readonly bodyUsed?: boolean;
  readonly body?: { readonly locked: boolean } | null;
}

/** Reads with a timeout that expires only when the test lets it. */
function reading(given: Given, limits: Partial<FetchLimits> = {}, declared = 100) {
  const calls: string[] = [];
  const started: number[] = [];
  let expire: () => void = () => undefined;
  const result = readWhole(
    given as never,
    declared,
    { ...defaultLimits, ...limits },
    {
      start(milliseconds, late) {
        started.push(milliseconds);
        expire = late;
        return { end: () => void calls.push('end') };
      },
      defer: () => ({ end: () => undefined }),
    },
    { bodyWaits: () => void calls.push('waits'), bodyRests: () => void calls.push('rests') },
  );
  return {
    result,
    calls,
    started,
    late: () => {
      expire();
    },
  };
}

const silent: Given = { bytes: () => new Promise(() => undefined) };

describe('a body that is read with one call', () => {
  it.each<[string, number, Partial<FetchLimits>, number, string, string]>([
    ['idle by default', 100, {}, 15_000, 'BODY_IDLE_TIMEOUT', '15000 ms'],
    ['idle at the length of the limit', 15_360, {}, 15_000, 'BODY_IDLE_TIMEOUT', '15000 ms'],
    ['idle', 1, { bodyIdleTimeout: 7, bodyTimeout: 8 }, 7, 'BODY_IDLE_TIMEOUT', '7 ms'],
    ['as a whole', 1, { bodyIdleTimeout: 8, bodyTimeout: 7 }, 7, 'BODY_TIMEOUT', '7 ms'],
    [
      'as a whole if both are equal',
      1,
      { bodyIdleTimeout: 7, bodyTimeout: 7 },
      7,
      'BODY_TIMEOUT',
      '7 ms',
    ],
    [
      'at the rate, after its beginning',
      1,
      { bodyMinRateAfter: 7 },
      7,
      'BODY_TOO_SLOW',
      '1024 bytes',
    ],
    [
      'at the rate, for its length',
      21,
      { bodyMinRate: 10, bodyMinRateAfter: 7 },
      2_100,
      'BODY_TOO_SLOW',
      '10 bytes',
    ],
    [
      'at the rate, rounded up',
      10,
      { bodyMinRate: 3, bodyMinRateAfter: 7 },
      3_334,
      'BODY_TOO_SLOW',
      '3 bytes',
    ],
    [
      'at the rate, if that is less than both',
      1,
      { bodyMinRateAfter: 6, bodyIdleTimeout: 7, bodyTimeout: 7 },
      6,
      'BODY_TOO_SLOW',
      '1024 bytes',
    ],
    [
      'idle if the rate is reached then',
      1,
      { bodyMinRateAfter: 7, bodyIdleTimeout: 7 },
      7,
      'BODY_IDLE_TIMEOUT',
      '7 ms',
    ],
    [
      'as a whole if the rate is reached then',
      1,
      { bodyMinRateAfter: 7, bodyTimeout: 7 },
      7,
      'BODY_TIMEOUT',
      '7 ms',
    ],
    [
      'without a rate',
      100,
      { bodyMinRate: 0, bodyMinRateAfter: 0 },
      15_000,
      'BODY_IDLE_TIMEOUT',
      '15000 ms',
    ],
  ])('is limited %s', async (_, declared, limits, milliseconds, code, text) => {
    const { result, started, late } = reading(silent, limits, declared);
    expect(started).toEqual([milliseconds]);
    late();
    await expect(result).rejects.toMatchObject({
      code,
      status: 408,
      message: expect.stringContaining(text),
    });
  });

  it.each<[string, Given]>([
    ['bytes()', { bytes: () => Promise.resolve(bytes('abc')) }],
    ['arrayBuffer(), on an older platform', { arrayBuffer: () => new Blob(['abc']).arrayBuffer() }],
  ])('comes from %s, up to the limit', async (_, given) => {
    expect(await reading(given, { bodyInMemory: 3 }).result).toEqual(bytes('abc'));
    await expect(reading(given, { bodyInMemory: 2 }).result).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
      status: 413,
      message: expect.stringContaining('2 bytes'),
    });
  });

  it.each<[string, Given, Partial<FetchLimits>]>([
    ['has come', { bytes: () => Promise.resolve(bytes('abc')) }, {}],
    ['is too large', { bytes: () => Promise.resolve(bytes('abc')) }, { bodyInMemory: 2 }],
    ['has failed', { bytes: () => Promise.reject(new Error('reset')) }, {}],
  ])('counts as waiting until it %s, and ends its timeout once', async (_, given, limits) => {
    const { result, calls, late } = reading(given, limits);
    expect(calls).toEqual(['waits']);
    await result.catch(() => undefined);
    expect(calls).toEqual(['waits', 'end', 'rests']);
    late();
    expect(calls).toHaveLength(3);
  });

  it.each(['comes', 'fails'])('that %s after the timeout is ignored', async (how) => {
    let settle: () => void = () => undefined;
    const content = new Promise<Uint8Array>((resolve, reject) => {
      settle = () => {
        if (how === 'comes') resolve(bytes('abc'));
        else reject(new Error('reset'));
      };
    });
    const { result, calls, late } = reading({ bytes: () => content });
    late();
    expect(calls).toEqual(['waits', 'end', 'rests']);
    settle();
    await expect(result).rejects.toMatchObject({ code: 'BODY_IDLE_TIMEOUT' });
    await turn();
    expect(calls).toHaveLength(3);
  });

  it.each<[string, Pick<Given, 'body' | 'bodyUsed'>, string]>([
    ['has a reader of other code', { bodyUsed: false, body: { locked: true } }, 'BODY_CONSUMED'],
    ['is being read', { bodyUsed: true, body: { locked: true } }, 'REQUEST_ABORTED'],
    ['has no reader', { bodyUsed: false, body: { locked: false } }, 'REQUEST_ABORTED'],
    ['does not exist', { bodyUsed: false, body: null }, 'REQUEST_ABORTED'],
  ])('whose read fails while it %s fails with %s %s', async (_, state, code) => {
    const cause = new Error('reset');
    const { result } = reading({ ...state, bytes: () => Promise.reject(cause) });
    const expected = code === 'BODY_CONSUMED' ? { code } : { code, status: 400, cause };
    await expect(result).rejects.toMatchObject(expected);
  });
});
