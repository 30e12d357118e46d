import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NestedTimeLimits } from './nested-time-limits.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Limits with the timer of the platform, from the start on. */
class Limits extends NestedTimeLimits<Error> {
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #giveUp: (reason: Error) => void;

  constructor(milliseconds: number, giveUp: (reason: Error) => void) {
    super(milliseconds);
    this.#giveUp = giveUp;
    this.run();
  }

  protected override run(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const reason = this.expireInnermost();
      if (reason !== null) this.#giveUp(reason);
    }, this.counting.left);
  }

  protected override halt(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.counting.left -= performance.now() - this.#since;
  }

  protected override timeoutAfter(milliseconds: number): Error {
    return new Error(`after ${milliseconds}`);
  }
}

/** Limits of 1,500 ms, and who was called, with the message of the error. */
function limited() {
  const called: string[] = [];
  const named =
    (name: string) =>
    ({ message }: Error): void =>
      void called.push(`${name}: ${message}`);
  const limits = new Limits(1_500, named('adapter'));
  /** Who is called within some milliseconds. */
  const within = (milliseconds: number): string[] => {
    jest.advanceTimersByTime(milliseconds);
    return called.splice(0);
  };
  return { limits, named, within };
}

describe('when the time of a handler is up', () => {
  it('the adapter responds if nobody else does', () => {
    const { within } = limited();
    expect([within(1_499), within(1)]).toEqual([[], ['adapter: after 1500']]);
  });

  it('the innermost responds first, and the others a second after it, all with the first error', () => {
    const { limits, named, within } = limited();
    const [outer, inner] = [named('outer'), named('inner')];
    limits.onTimeout(outer, null);
    limits.onTimeout(inner, outer);
    expect([within(1_499), within(1)]).toEqual([[], ['inner: after 1500']]);
    expect([within(999), within(1)]).toEqual([[], ['outer: after 1500']]);
    expect([within(999), within(1)]).toEqual([[], ['adapter: after 1500']]);
  });

  it('those that were set during a call are inside it, even if they were set before it', () => {
    const { limits, named, within } = limited();
    const [outermost, outer, inner] = [named('outermost'), named('outer'), named('inner')];
    limits.onTimeout(inner, null);
    limits.onTimeout(outer, null);
    limits.onTimeout(outermost, null);
    expect(limits.outer.responder).toBe(inner);
    expect([within(1_500), within(1_000), within(1_000)]).toEqual([
      ['inner: after 1500'],
      ['outer: after 1500'],
      ['outermost: after 1500'],
    ]);
  });

  it('one that has ended does not respond', () => {
    const { limits, named, within } = limited();
    const [outer, inner, innermost] = [named('outer'), named('inner'), named('innermost')];
    limits.onTimeout(outer, null);
    limits.onTimeout(inner, outer);
    limits.onTimeout(innermost, inner);
    limits.endLimit(inner);
    limits.endLimit(inner);
    limits.endLimit(named('unknown'));
    expect([within(1_500), within(1_000), within(1_000)]).toEqual([
      ['innermost: after 1500'],
      ['outer: after 1500'],
      ['adapter: after 1500'],
    ]);
  });

  it('a limit with its own time, longer or shorter, counts instead of those outside, which go on when it ends', () => {
    const { limits, named, within } = limited();
    const [longer, shorter, inner] = [named('longer'), named('shorter'), named('inner')];
    expect(within(500)).toEqual([]);
    limits.onTimeout(longer, null, 60_000);
    expect(within(59_000)).toEqual([]);
    limits.onTimeout(shorter, longer, 100);
    limits.onTimeout(inner, shorter);
    expect(within(99)).toEqual([]);
    limits.endLimit(inner);
    limits.endLimit(shorter);
    expect(within(999)).toEqual([]);
    limits.endLimit(longer);
    expect([within(999), within(1)]).toEqual([[], ['adapter: after 1500']]);
  });

  it('those outside one with its own time have at least a second, or what they had left', () => {
    const { limits, named, within } = limited();
    const [outer, inner] = [named('outer'), named('inner')];
    limits.onTimeout(outer, null, 5_000);
    limits.onTimeout(inner, outer, 10);
    expect([within(9), within(1)]).toEqual([[], ['inner: after 10']]);
    expect([within(4_999), within(1)]).toEqual([[], ['outer: after 10']]);
    expect([within(1_499), within(1)]).toEqual([[], ['adapter: after 10']]);
    const other = limited();
    expect(other.within(1_400)).toEqual([]);
    other.limits.onTimeout(inner, null, 10);
    other.within(10);
    expect([other.within(999), other.within(1)]).toEqual([[], ['adapter: after 10']]);
  });

  it('a limit that ends after it has responded leaves the second to those outside', () => {
    const { limits, named, within } = limited();
    const inner = named('inner');
    limits.onTimeout(inner, null);
    expect(within(1_500)).toEqual(['inner: after 1500']);
    expect(within(400)).toEqual([]);
    limits.endLimit(inner);
    expect([within(599), within(1)]).toEqual([[], ['adapter: after 1500']]);
  });
});
