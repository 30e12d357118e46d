import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HealthCheck, HealthEvent } from './index.js';
import { RunningCheck } from './running-check.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

function running(check: HealthCheck, limits: { timeout?: number; maxAge?: number } = {}) {
  const events: HealthEvent[] = [];
  const options = { timeout: 100, maxAge: 50, now: Date.now, ...limits };
  const probe = new RunningCheck('store', check, { ...options, onEvent: (e) => events.push(e) });
  return { probe, events };
}

const after = (ms: number, value: unknown = true) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));

describe('a check', () => {
  it.each([true, undefined, null, 0, '', { rows: [] }])(
    'passes if it returns %j',
    async (value) => {
      const { probe, events } = running(() => value);
      expect(await probe.result()).toEqual({ passed: true, milliseconds: 0, time: 0 });
      expect(events).toEqual([]);
    },
  );

  it('passes if it settles just before the timeout', async () => {
    const { probe } = running(() => after(99));
    const result = probe.result();
    await jest.advanceTimersByTimeAsync(99);
    expect(await result).toEqual({ passed: true, milliseconds: 99, time: 99 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    [2, 'the check "store" took more than 2 ms; health.timeout is in milliseconds'],
    [99, 'the check "store" took more than 99 ms; health.timeout is in milliseconds'],
    [100, 'the check "store" took more than 100 ms'],
  ])(
    'names the unit if it fails at a timeout of %d, which can be in seconds',
    async (timeout, message) => {
      const { probe, events } = running(() => after(1_000), { timeout });
      const result = probe.result();
      await jest.advanceTimersByTimeAsync(timeout);
      await result;
      expect(events).toMatchObject([{ error: { message } }]);
    },
  );

  it.each<[string, HealthCheck, unknown]>([
    [
      'throws',
      () => {
        throw new RangeError('no');
      },
      new RangeError('no'),
    ],
    ['rejects', () => Promise.reject(new RangeError('no')), new RangeError('no')],
    ['returns an error', () => new RangeError('no'), new RangeError('no')],
    ['resolves to an error', () => Promise.resolve(new RangeError('no')), new RangeError('no')],
    ['returns false', () => false, expect.objectContaining({ code: 'CHECK_FALSE' })],
    [
      'resolves to false',
      () => Promise.resolve(false),
      expect.objectContaining({ code: 'CHECK_FALSE' }),
    ],
  ])('fails if it %s', async (_, check, error) => {
    const { probe, events } = running(check);
    expect(await probe.result()).toEqual({ passed: false, milliseconds: 0, time: 0 });
    expect(events).toEqual([{ type: 'check-failed', name: 'store', error, milliseconds: 0 }]);
  });

  it('fails at the timeout, which aborts its signal', async () => {
    let reason: unknown = null;
    const { probe, events } = running((signal) => {
      signal.addEventListener('abort', () => (reason = signal.reason as unknown));
      return after(1_000);
    });
    const result = probe.result();
    await jest.advanceTimersByTimeAsync(100);
    expect(await result).toEqual({ passed: false, milliseconds: 100, time: 100 });
    expect(reason).toMatchObject({
      code: 'CHECK_TIMEOUT',
      message: 'the check "store" took more than 100 ms',
    });
    expect(events).toMatchObject([{ type: 'check-failed', error: reason, milliseconds: 100 }]);
  });

  it('runs once for all who wait', async () => {
    let runs = 0;
    const { probe } = running(() => after(10, ++runs));
    const results = Promise.all([probe.result(), probe.result(), probe.result()]);
    await jest.advanceTimersByTimeAsync(10);
    expect([new Set(await results).size, runs]).toEqual([1, 1]);
  });

  it.each([
    [50, 49, 1],
    [50, 50, 2],
    [0, 0, 2],
    [50, -1, 2],
  ])('with a maximum age of %i ms, has run after %i ms: %i times', async (maxAge, ms, times) => {
    let runs = 0;
    const { probe } = running(() => ++runs, { maxAge });
    await probe.result();
    jest.setSystemTime(ms);
    await probe.result();
    expect(runs).toBe(times);
  });

  it('is not called again while it ignores its timeout, and is afterwards', async () => {
    let runs = 0;
    const { probe, events } = running(() => (++runs === 1 ? after(1_000) : true));
    const first = probe.result();
    await jest.advanceTimersByTimeAsync(100);
    await first;
    await jest.advanceTimersByTimeAsync(500);
    expect([(await probe.result()).passed, runs]).toEqual([false, 1]);
    await jest.advanceTimersByTimeAsync(400);
    expect([(await probe.result()).passed, runs]).toEqual([true, 2]);
    expect(events.map(({ type }) => type)).toEqual(['check-failed', 'check-recovered']);
  });

  it('is called again if it failed by its timeout and has settled by its signal', async () => {
    let runs = 0;
    const { probe } = running(
      (signal) =>
        new Promise((_, reject) => {
          runs++;
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
      { maxAge: 0 },
    );
    const first = probe.result();
    await jest.advanceTimersByTimeAsync(100);
    await first;
    void probe.result();
    expect(runs).toBe(2);
  });

  it('reports that it has recovered once', async () => {
    const results = [false, true, true];
    const { probe, events } = running(() => results.shift(), { maxAge: 0 });
    for (let round = 0; round < 3; round++) await probe.result();
    expect(events.map(({ type }) => type)).toEqual(['check-failed', 'check-recovered']);
  });
});
