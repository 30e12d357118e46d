import { describe, expect, it } from '@jest/globals';
import { andThen, finallyAwaitable, isThenable, settled } from './index.js';

const withMethod = Object.create({ then: () => 1 }) as unknown;

describe('isThenable', () => {
  it.each([Promise.resolve(1), withMethod, { then: () => 1 }])('is true for %p', (value) => {
    expect(isThenable<unknown>(value)).toBe(true);
  });

  it.each([undefined, null, 'then', 7, {}, { then: 'text' }, Object.create(null), () => 1])(
    'is false for %p',
    (value) => {
      expect(isThenable<unknown>(value)).toBe(false);
    },
  );
});

describe('settled', () => {
  it('makes a promise of any thenable, and passes other values on', async () => {
    const then = (done: (value: number) => void): void => {
      done(7);
    };
    const result = settled({ then } as never);
    expect([result instanceof Promise, await result]).toEqual([true, 7]);
    expect(settled(7)).toBe(7);
  });
});

describe('andThen', () => {
  it('calls the function synchronously with a value, and later with that of a promise', async () => {
    const next = (value: number) => value + 1;
    expect(andThen(1, next)).toBe(2);
    expect(await andThen(Promise.resolve(1), next)).toBe(2);
  });
});

describe('finallyAwaitable', () => {
  it.each<[string, () => string | Promise<string>, string]>([
    ['a result', () => 'result', 'result'],
    ['a promise', () => Promise.resolve('result'), 'result'],
    ['an exception', failing, 'failed'],
    ['a rejection', () => Promise.resolve().then(failing), 'failed'],
  ])('calls the second function once, after %s', async (_name, attempt, outcome) => {
    const order: string[] = [];
    const calls = () =>
      finallyAwaitable(
        () => {
          order.push('attempt');
          return attempt();
        },
        () => order.push('always'),
      );
    try {
      order.push(await calls());
    } catch (error) {
      order.push((error as Error).message);
    }
    expect(order).toEqual(['attempt', 'always', outcome]);
  });

  it('calls the second function after a promise has settled', async () => {
    const order: string[] = [];
    const attempt = async () => {
      await Promise.resolve();
      order.push('settled');
    };
    await finallyAwaitable(attempt, () => order.push('always'));
    expect(order).toEqual(['settled', 'always']);
  });

  it('returns a value that is not a promise synchronously', () => {
    expect(
      finallyAwaitable(
        () => 7,
        () => undefined,
      ),
    ).toBe(7);
  });
});

function failing(): never {
  throw new Error('failed');
}
