import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { ContractViolation } from './contract-violation.js';
import { eventually, soon, withoutWaiting } from './patience.js';

/** A condition that holds from one of its calls on. */
function fromCall(first: number) {
  let calls = 0;
  return { holds: () => ++calls >= first, calls: () => calls };
}

describe('eventually', () => {
  it('checks a condition immediately, and no more once it holds', async () => {
    const immediate = fromCall(1);
    await eventually(immediate.holds, 'never');
    expect(immediate.calls()).toBe(1);
    const third = fromCall(3);
    await eventually(third.holds, 'never');
    expect(third.calls()).toBe(3);
  });

  it('waits for a condition that is a promise', async () => {
    const { holds, calls } = fromCall(2);
    await eventually(() => Promise.resolve(holds()), 'never');
    expect(calls()).toBe(2);
  });

  it('checks 201 times, once after the last wait, and then reports its sentence', async () => {
    const last = fromCall(201);
    const late = fromCall(202);
    const outcomes = await Promise.allSettled([
      eventually(last.holds, 'the last check'),
      eventually(late.holds, 'too late'),
    ]);
    const reason = new ContractViolation('too late');
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason },
    ]);
    expect([last.calls(), late.calls()]).toEqual([201, 201]);
  });

  it('rejects with the error of a condition', async () => {
    const error = new Error('The condition failed.');
    await expect(eventually(() => Promise.reject(error), 'never')).rejects.toBe(error);
  });
});

it('withoutWaiting rejects with the error of the promise', async () => {
  const error = new Error('The read failed.');
  await expect(withoutWaiting(Promise.reject(error), 'read()')).rejects.toBe(error);
});

it.each([
  ['resolves', () => Promise.resolve()],
  ['rejects', () => Promise.reject(new Error('no'))],
])('withoutWaiting waits no more after its promise %s', async (_, promise) => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  try {
    await withoutWaiting(promise(), 'read()').catch(() => undefined);
    await pause(100);
    expect(timers.mock.calls.length).toBeLessThanOrEqual(1);
  } finally {
    timers.mockRestore();
  }
});

it('soon is after work that was started without waiting', async () => {
  const order: string[] = [];
  const work = (async () => {
    for (let step = 0; step < 20; step++) await Promise.resolve();
    order.push('work');
  })();
  await soon();
  order.push('soon');
  await work;
  expect(order).toEqual(['work', 'soon']);
});
