import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CloseHooks } from '@mortise/base';
import { runHooksInTime } from './hooks-in-time.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The end of some hooks, and how it came about: `null` until then, and the errors after it. */
function running(left: number, ...given: (() => unknown)[]) {
  const hooks = new CloseHooks(() => undefined);
  for (const hook of given) hooks.add(hook);
  const state: { errors: unknown[] | null; message: string } = { errors: null, message: '' };
  runHooksInTime(hooks, left).then(
    () => {
      state.errors = [];
    },
    (error: unknown) => {
      if (error instanceof AggregateError) Object.assign(state, error, { errors: error.errors });
      state.message = (error as Error).message;
    },
  );
  return { state, after: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
}

const late = expect.objectContaining({
  code: 'CLOSE_TIMEOUT',
  message: "the server's close hooks did not finish in time and are still running",
});
const never = () => new Promise<never>(() => undefined);

describe('the hooks of a server that has closed', () => {
  it('leave no timer, whether or not they fail', async () => {
    for (const hook of [() => undefined, () => Promise.reject(new Error('x'))]) {
      const { after } = running(60_000, hook);
      await after(0);
      expect(jest.getTimerCount()).toBe(0);
    }
  });

  it.each([
    ['that is left', 5_000, 5_000],
    ['of a second, if less is left', 999, 1_000],
    ['of a second, if none is left', -1, 1_000],
  ])('have the time %s', async (_, left, ms) => {
    const { state, after } = running(left, never);
    await after(ms - 1);
    expect(state.errors).toBe(null);
    await after(1);
    expect(state).toEqual({ errors: [late], message: 'closing the server failed' });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('succeed if all do', async () => {
    const { state, after } = running(
      1_000,
      () => undefined,
      () => Promise.resolve(),
    );
    await after(0);
    expect(state.errors).toEqual([]);
  });

  it('fail with the errors of all, the timeout last', async () => {
    const failure = new Error('x');
    const { state, after } = running(1_000, never, () => Promise.reject(failure));
    await after(1_000);
    expect(state.errors).toEqual([failure, late]);
  });

  it('fail only with their errors if they end in time', async () => {
    const failure = new Error('x');
    const { state, after } = running(
      1_000,
      () => undefined,
      () => Promise.reject(failure),
    );
    await after(0);
    expect(state.errors).toEqual([failure]);
  });
});
