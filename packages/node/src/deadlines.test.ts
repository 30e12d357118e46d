import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Deadlines, type Wait } from './deadlines.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('Deadlines', () => {
  const expired: string[] = [];
  const deadlines = () => {
    expired.length = 0;
    return new Deadlines<string>(1_000, 100, (entry) => expired.push(entry));
  };

  it('expires an entry after its time, at most one interval late', () => {
    deadlines().add('a');
    jest.advanceTimersByTime(1_000);
    expect(expired).toEqual([]);
    jest.advanceTimersByTime(100);
    expect(expired).toEqual(['a']);
  });

  it('expires no entry whose wait has ended', () => {
    const list = deadlines();
    list.add('a').end();
    jest.advanceTimersByTime(5_000);
    expect(expired).toEqual([]);
  });

  it('starts again when a wait is renewed, and leaves the others their order', () => {
    const list = deadlines();
    const first = list.add('a');
    list.add('b');
    jest.advanceTimersByTime(500);
    list.renew(first);
    jest.advanceTimersByTime(700);
    expect(expired).toEqual(['b']);
    jest.advanceTimersByTime(500);
    expect(expired).toEqual(['b', 'a']);
  });

  it('expires the remaining entries in order, whichever wait has ended, and none twice', () => {
    const list = deadlines();
    const waits = ['a', 'b', 'c', 'd', 'e'].map((entry) => list.add(entry));
    for (const at of [2, 0, 4]) (waits[at] as Wait<string>).end();
    jest.advanceTimersByTime(1_100);
    for (const wait of waits) {
      wait.end();
      list.renew(wait);
    }
    jest.advanceTimersByTime(5_000);
    expect(expired).toEqual(['b', 'd']);
  });

  it.each<[string, (wait: Wait<string>) => void]>([
    [
      'has ended',
      (wait) => {
        wait.end();
      },
    ],
    [
      'has expired',
      () => {
        jest.advanceTimersByTime(1_100);
      },
    ],
  ])('does not begin a wait again that %s, while others wait', (_, end) => {
    const list = deadlines();
    const wait = list.add('a');
    end(wait);
    list.add('b');
    expired.length = 0;
    list.renew(wait);
    jest.advanceTimersByTime(5_000);
    expect(expired).toEqual(['b']);
  });

  it('expires no entry early whose time is not a multiple of the interval', () => {
    expired.length = 0;
    const list = new Deadlines<string>(250, 100, (entry) => expired.push(entry));
    list.add('first');
    jest.advanceTimersByTime(99);
    list.add('second');
    jest.advanceTimersByTime(249);
    expect(expired).toEqual([]);
    jest.advanceTimersByTime(52);
    expect(expired).toEqual(['first', 'second']);
  });

  it('runs no timer if there are no entries', () => {
    const list = deadlines();
    expect(jest.getTimerCount()).toBe(0);
    list.add('a').end();
    jest.advanceTimersByTime(200);
    expect(jest.getTimerCount()).toBe(0);
    list.add('b');
    jest.advanceTimersByTime(1_200);
    expect(expired).toEqual(['b']);
  });

  it('expires an entry with time 0 immediately', () => {
    const list = new Deadlines<string>(0, 100, (entry) => expired.push(entry));
    expired.length = 0;
    list.add('a');
    jest.advanceTimersByTime(2);
    expect(expired).toEqual(['a']);
  });
});
