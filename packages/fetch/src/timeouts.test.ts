import { describe, expect, it } from '@jest/globals';
import { exactTimeouts } from './timeouts.js';

describe('exactTimeouts', () => {
  it('runs what is deferred synchronously, because a timer of its own costs more', () => {
    let runs = 0;
    exactTimeouts.defer(() => runs++).end();
    expect(runs).toBe(1);
  });
});
