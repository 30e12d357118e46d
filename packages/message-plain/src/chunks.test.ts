import { describe, expect, it } from '@jest/globals';
import { chunks } from './chunks.js';

const DONE = { done: true, value: undefined };

/** An iteration over some chunks, which notes what is called. */
function iterationOf(...rest: Uint8Array[]) {
  const calls: string[] = [];
  const read = () => {
    calls.push('read');
    return Promise.resolve(rest.shift() ?? new Uint8Array());
  };
  const leave = () => {
    calls.push('leave');
  };
  return { iterator: chunks(read, leave), calls };
}

describe('an iteration over chunks', () => {
  it('ends with the first empty chunk, and reads nothing after it', async () => {
    const { iterator, calls } = iterationOf(Uint8Array.of(1));
    const results = [await iterator.next(), await iterator.next(), await iterator.next()];
    expect(results).toEqual([{ done: false, value: Uint8Array.of(1) }, DONE, DONE]);
    expect(calls).toEqual(['read', 'read']);
  });

  it('is left once, begun or not, and then reads nothing', async () => {
    for (const isBegun of [false, true]) {
      const { iterator, calls } = iterationOf(Uint8Array.of(1), Uint8Array.of(2));
      if (isBegun) await iterator.next();
      const left = [await iterator.return?.(), await iterator.return?.(), await iterator.next()];
      expect([left, calls]).toEqual([[DONE, DONE, DONE], isBegun ? ['read', 'leave'] : ['leave']]);
    }
  });

  it('is not left after its end', async () => {
    const { iterator, calls } = iterationOf();
    await iterator.next();
    expect([await iterator.return?.(), calls]).toEqual([DONE, ['read']]);
  });

  it('is left after a read that failed', async () => {
    let isLeft = false;
    const failing = chunks(
      () => Promise.reject(new Error('gone')),
      () => {
        isLeft = true;
      },
    );
    await expect(failing.next()).rejects.toThrow('gone');
    await failing.return?.();
    expect(isLeft).toBe(true);
  });
});
