import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CallbackQueue } from './callback-queue.js';

afterEach(() => {
  jest.useRealTimers();
});

const PATIENCE = 1_000;

/** A queue, and what happened to it. */
function noted() {
  const notes: string[] = [];
  const queue = new CallbackQueue((error) => notes.push(String(error)), PATIENCE);
  const note = (name: string) => () => void notes.push(name);
  const later = (name: string) => async () => {
    notes.push(`${name} begins`);
    await Promise.resolve();
    notes.push(`${name} ends`);
  };
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return notes.splice(0);
  };
  return { queue, notes, note, later, settled };
}

describe('callbacks of one connection', () => {
  it('run immediately, without a promise, while none waits', () => {
    const { queue, notes, note } = noted();
    queue.push(note('a'));
    queue.push(note('b'));
    expect(notes).toEqual(['a', 'b']);
  });

  it('wait for the promise of the previous one', async () => {
    const { queue, note, later, settled } = noted();
    queue.push(later('a'));
    queue.push(later('b'));
    queue.push(note('c'));
    expect(await settled()).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c']);
  });

  it('do not run inside each other', () => {
    const { queue, notes, note } = noted();
    queue.push(() => {
      queue.push(note('inner'));
      notes.push('outer');
    });
    expect(notes).toEqual(['outer', 'inner']);
  });

  it('run after one that throws or rejects', async () => {
    const { queue, note, settled } = noted();
    queue.push(() => {
      throw new Error('thrown');
    });
    queue.push(() => Promise.reject(new Error('rejected')));
    queue.push(note('c'));
    expect(await settled()).toEqual(['Error: thrown', 'Error: rejected', 'c']);
  });

  it('do not begin any more when they are dropped', async () => {
    const { queue, note, later, settled } = noted();
    queue.push(later('a'));
    queue.push(note('b'));
    queue.drop();
    expect(await settled()).toEqual(['a begins', 'a ends']);
  });
});

describe('whenIdle', () => {
  it('calls immediately while no callback runs', () => {
    const { queue, notes, note } = noted();
    queue.whenIdle(note('idle'));
    expect(notes).toEqual(['idle']);
  });

  it('calls after all callbacks, once, and leaves no timer', async () => {
    jest.useFakeTimers();
    const { queue, note, later, settled } = noted();
    queue.push(later('a'));
    queue.push(later('b'));
    queue.whenIdle(note('first'));
    queue.whenIdle(note('second'));
    const order = ['a begins', 'a ends', 'b begins', 'b ends', 'first', 'second'];
    expect(await settled()).toEqual(order);
    expect(jest.getTimerCount()).toBe(0);
    queue.push(later('c'));
    expect(await settled()).toEqual(['c begins', 'c ends']);
  });

  it('calls at the end of its time, and forgets the callbacks that have not begun', () => {
    jest.useFakeTimers();
    const { queue, notes, note } = noted();
    queue.push(() => new Promise(() => undefined));
    queue.push(note('b'));
    queue.whenIdle(note('over'));
    jest.advanceTimersByTime(PATIENCE - 1);
    expect(notes).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(notes).toEqual(['over']);
    queue.push(note('last'));
    queue.whenIdle(note('immediately'));
    expect(notes).toEqual(['over', 'last', 'immediately']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('counts its time from the first call', () => {
    jest.useFakeTimers();
    const { queue, notes, note } = noted();
    queue.push(() => new Promise(() => undefined));
    queue.whenIdle(note('a'));
    jest.advanceTimersByTime(PATIENCE - 1);
    queue.whenIdle(note('b'));
    jest.advanceTimersByTime(1);
    expect(notes).toEqual(['a', 'b']);
  });

  it('reports a rejection that comes after its time, and nothing else happens', async () => {
    jest.useFakeTimers();
    const { queue, notes, note, settled } = noted();
    let fail: (error: Error) => void = () => undefined;
    queue.push(() => new Promise((_, reject) => (fail = reject)));
    queue.whenIdle(note('over'));
    jest.advanceTimersByTime(PATIENCE);
    let end = (): void => undefined;
    queue.push(() => new Promise<void>((resolve) => (end = resolve)));
    queue.push(note('after the second'));
    fail(new Error('late'));
    expect(await settled()).toEqual(['over', 'Error: late']);
    end();
    expect(await settled()).toEqual(['after the second']);
    expect(notes).toEqual([]);
  });
});
