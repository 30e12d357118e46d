import { describe, expect, it } from '@jest/globals';
import { CallbackQueue } from './callback-queue.js';

/** A queue, and what happened to it. */
function noted() {
  const notes: string[] = [];
  const queue = new CallbackQueue(
    (error) => notes.push(String(error)),
    (isBusy) => notes.push(isBusy ? 'busy' : 'idle'),
  );
  const later = (name: string) => async () => {
    notes.push(`${name} begins`);
    await Promise.resolve();
    notes.push(`${name} ends`);
  };
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return notes.splice(0);
  };
  return { queue, notes, later, settled };
}

describe('callbacks of one connection', () => {
  it('run immediately, without a promise, while none waits', () => {
    const { queue, notes } = noted();
    queue.push(() => void notes.push('a'));
    queue.push(() => void notes.push('b'));
    expect([notes, queue.isBusy]).toEqual([['a', 'b'], false]);
  });

  it('wait for the promise of the previous one', async () => {
    const { queue, notes, later, settled } = noted();
    queue.push(later('a'));
    expect(queue.isBusy).toBe(true);
    queue.push(later('b'));
    queue.push(() => void notes.push('c'));
    expect(await settled()).toEqual([
      'a begins',
      'busy',
      'a ends',
      'b begins',
      'b ends',
      'c',
      'idle',
    ]);
    expect(queue.isBusy).toBe(false);
  });

  it('do not run inside each other', () => {
    const { queue, notes } = noted();
    queue.push(() => {
      queue.push(() => void notes.push('inner'));
      notes.push('outer');
    });
    expect(notes).toEqual(['outer', 'inner']);
  });

  it('run after one that throws or rejects', async () => {
    const { queue, notes, settled } = noted();
    queue.push(() => {
      throw new Error('thrown');
    });
    queue.push(() => Promise.reject(new Error('rejected')));
    queue.push(() => void notes.push('c'));
    expect(await settled()).toEqual(['Error: thrown', 'busy', 'Error: rejected', 'c', 'idle']);
  });

  it('are busy again after they were idle', async () => {
    const { queue, later, settled } = noted();
    queue.push(later('a'));
    await settled();
    queue.push(later('b'));
    expect(await settled()).toEqual(['b begins', 'busy', 'b ends', 'idle']);
  });
});
