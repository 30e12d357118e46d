import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BodyPace } from './index.js';

const slow = new Error('too slow');

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

function paced(minRate: number, minRateAfter: number) {
  const calls: string[] = [];
  const watcher = { bodyWaits: () => calls.push('waits'), bodyRests: () => calls.push('rests') };
  const pace = new BodyPace(watcher, { minRate, minRateAfter, tooSlow: () => slow });
  return { pace, calls };
}

describe('BodyPace', () => {
  it('notifies its watcher once when reads start to wait, and once when none waits', () => {
    const { pace, calls } = paced(0, 0);
    pace.rest();
    pace.wait();
    pace.wait();
    pace.rest();
    pace.rest();
    expect(calls).toEqual(['waits', 'rests']);
  });

  it.each([
    [100, null],
    [99, slow],
  ])(
    'accepts %d bytes in a second of waiting, at a minimum of 100 a second, with %p',
    (bytes, result) => {
      const { pace } = paced(100, 999);
      pace.wait();
      jest.advanceTimersByTime(1_000);
      expect(pace.take(bytes)).toBe(result);
    },
  );

  it('checks nothing until minRateAfter milliseconds have passed', () => {
    const { pace } = paced(100, 1_000);
    pace.wait();
    jest.advanceTimersByTime(1_000);
    expect(pace.take(1)).toBeNull();
    jest.advanceTimersByTime(1);
    expect(pace.take(1)).toBe(slow);
  });

  it('counts only the time during which a read waits', () => {
    const { pace } = paced(100, 0);
    pace.wait();
    jest.advanceTimersByTime(10);
    pace.rest();
    jest.advanceTimersByTime(60_000);
    expect(pace.take(1)).toBeNull();
    pace.wait();
    expect(pace.take(0)).toBeNull();
  });

  it('allows any rate with a minimum of 0', () => {
    const { pace } = paced(0, 0);
    pace.wait();
    jest.advanceTimersByTime(60_000);
    expect(pace.take(0)).toBeNull();
  });
});
