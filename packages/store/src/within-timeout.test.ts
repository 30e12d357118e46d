import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { connectedSockets, standStill } from '../../../tooling/testing/stand-still.js';
import { StoreError, withinTimeout } from './index.js';

describe('withinTimeout', () => {
  it('returns the result of the call', async () => {
    await expect(withinTimeout(() => Promise.resolve(7), 1_000)).resolves.toBe(7);
  });

  it('rejects with the cause if the call rejects or throws', async () => {
    const cause = new Error('gone');
    const failed = expect.objectContaining({ code: 'STORE_UNAVAILABLE', status: 503, cause });
    await expect(withinTimeout(() => Promise.reject(cause), 1_000)).rejects.toEqual(failed);
    await expect(
      withinTimeout(() => {
        throw cause;
      }, 1_000),
    ).rejects.toEqual(failed);
  });

  it('rejects if the call does not settle in time, and ignores its later result', async () => {
    let fail: (error: Error) => void = () => undefined;
    const call = new Promise<never>((_, reject) => (fail = reject));
    await expect(withinTimeout(() => call, 5)).rejects.toThrow(
      'the store did not respond within 5 ms',
    );
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('returns what arrived in time to a process that stood still for longer', async () => {
    const { near, far, close } = await connectedSockets();
    const answer = withinTimeout(() => once(near, 'data'), 20);
    far.write('7');
    standStill(50);
    expect(String(await answer)).toBe('7');
    close();
  });

  it('leaves no timer that keeps the process running', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await withinTimeout(() => Promise.resolve(7), 60_000);
    await expect(withinTimeout(() => Promise.reject(new Error('x')), 60_000)).rejects.toThrow();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('passes an error of a store unchanged', async () => {
    const error = new StoreError('STORE_KEY_INVALID', 'x');
    await expect(withinTimeout(() => Promise.reject(error), 1_000)).rejects.toBe(error);
  });
});
