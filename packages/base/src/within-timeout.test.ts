import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { connectedSockets, standStill } from '../../../tooling/testing/stand-still.js';
import { withinTimeout } from './index.js';

const late = () => new Error('late');
const never = () => new Promise<never>(() => undefined);

describe('withinTimeout', () => {
  it('rejects with the error of a call that does not settle', async () => {
    await expect(withinTimeout(never, 5, late)).rejects.toThrow('late');
  });

  it('rejects with what the call throws', async () => {
    const cause = new Error('thrown');
    const fail = () => {
      throw cause;
    };
    await expect(withinTimeout(fail, 60_000, late)).rejects.toBe(cause);
  });

  it('returns what arrived in time to a process that stood still for longer', async () => {
    const { near, far, close } = await connectedSockets();
    const answer = withinTimeout(() => once(near, 'data'), 20, late);
    far.write('7');
    standStill(50);
    expect(String(await answer)).toBe('7');
    close();
  });

  it('waits on while the timeout restarts', async () => {
    let restarts = 0;
    const since = () => (restarts++ < 3 ? performance.now() : -Infinity);
    await expect(withinTimeout(never, 1, late, since)).rejects.toThrow('late');
    expect(restarts).toBe(5);
  });
});
