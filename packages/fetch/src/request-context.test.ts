import { afterEach, describe, expect, it, jest } from '@jest/globals';

type Run = () => unknown;

/** Loads the module on a platform with these contexts, and returns how each function was run in one. */
async function onPlatform(contexts: { readonly isolates: boolean; readonly enters?: boolean }) {
  const calls: string[] = [];
  /** What was entered, by storage. */
  const entered = new Map<object, unknown>();
  class AsyncLocalStorage {
    run(_store: unknown, run: Run) {
      calls.push('storage');
      const before = new Map(entered);
      const result = run();
      if (contexts.isolates) {
        entered.clear();
        for (const [storage, value] of before) entered.set(storage, value);
      }
      return result;
    }

    enterWith(store: unknown) {
      if (contexts.enters === false) throw new Error('enterWith is not implemented');
      entered.set(this, store);
    }

    getStore() {
      return entered.get(this);
    }

    disable() {
      calls.push('disabled');
      entered.delete(this);
    }
  }
  class AsyncResource {
    runInAsyncScope(run: Run) {
      calls.push('resource');
      return run();
    }
  }
  const hooks = { AsyncLocalStorage, AsyncResource };
  jest.spyOn(process, 'getBuiltinModule').mockReturnValue(hooks);
  jest.resetModules();
  const { inOwnContext } = await import('./request-context.js');
  return { inOwnContext, calls, entered };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a function runs in its own context', () => {
  it('by a storage, if that keeps what is entered from the code around it', async () => {
    const { inOwnContext, calls } = await onPlatform({ isolates: true });
    calls.length = 0;
    expect([inOwnContext(() => 7), calls]).toEqual([7, ['storage']]);
  });

  it.each([
    ['what is entered leaks', { isolates: false }],
    ['nothing can be entered', { isolates: false, enters: false }],
  ])('by a resource, if %s', async (_, contexts) => {
    const { inOwnContext, calls, entered } = await onPlatform(contexts);
    expect([calls.slice(1), entered.size]).toEqual([['disabled', 'disabled'], 0]);
    calls.length = 0;
    expect([inOwnContext(() => 7), calls]).toEqual([7, ['resource']]);
  });
});
