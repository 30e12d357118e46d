import { describe, expect, it } from '@jest/globals';
import { atMost } from '../src/database/at-most.js';

describe('atMost', () => {
  it('does two pieces at a time, in the order of the calls, and refuses what cannot wait', async () => {
    const limited = atMost(2, 3);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) =>
      limited(() => {
        begun.push(number);
        return new Promise<number>((resolve) => {
          ends.push(() => {
            resolve(number);
          });
        });
      });
    const done = [1, 2, 3, 4, 5].map(work);
    await expect(work(6)).rejects.toMatchObject({ status: 503, code: 'BUSY' });
    expect(begun).toEqual([1, 2]);
    for (let number = 1; number <= 5; number++) {
      ends.shift()?.();
      expect(await done[number - 1]).toBe(number);
    }
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('goes on after work that fails', async () => {
    const limited = atMost(1, 1);
    const failing = limited(() => Promise.reject(new Error('no')));
    const next = limited(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
