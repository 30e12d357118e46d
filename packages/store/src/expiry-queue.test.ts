import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { ExpiryQueue } from './expiry-queue.js';

describe('ExpiryQueue', () => {
  it('returns ended entries in the order of their end, and no others, for any times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(50), (times, now) => {
        const queue = new ExpiryQueue<number>();
        for (const time of times) queue.add(time, time);
        const ended: number[] = [];
        for (let at = queue.takeEnded(now); at !== null; at = queue.takeEnded(now)) ended.push(at);
        const expected = times.filter((time) => time <= now).sort((a, b) => a - b);
        expect([ended, queue.size]).toEqual([expected, times.length - expected.length]);
      }),
      { numRuns: numRuns() },
    );
  });
});
