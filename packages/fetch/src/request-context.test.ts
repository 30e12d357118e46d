import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { implementations } from '../../../tooling/testing/implementations.js';

type Run = (...values: unknown[]) => unknown;

/** Loads the module on a platform with these contexts, and returns how each function was run in one. */
async function onPlatform(
  contexts: { readonly isolates: boolean; readonly enters?: boolean },
  Resource?: unknown,
) {
  const calls: string[] = [];
  /** What was entered, by storage. */
  const entered = new Map<object, unknown>();
  class FakeStorage {
    run(_store: unknown, run: Run, ...values: unknown[]) {
      calls.push('storage');
      const before = new Map(entered);
      const result = run(...values);
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
      if (contexts.enters === false) throw new Error('disable is not implemented');
      calls.push('disabled');
      entered.delete(this);
    }
  }
  class FakeResource {
    constructor() {
      calls.push('kept');
    }

    runInAsyncScope(run: Run, _self: unknown, ...values: unknown[]) {
      calls.push('resource');
      return run(...values);
    }
  }
  const hooks = { AsyncLocalStorage: FakeStorage, AsyncResource: Resource ?? FakeResource };
  const real = process.getBuiltinModule.bind(process);
  const found = (name: string) => (name === 'node:async_hooks' ? hooks : real(name));
  jest.spyOn(process, 'getBuiltinModule').mockImplementation(found);
  jest.resetModules();
  const { inOwnContext, keptContext } = await import('./request-context.js');
  const { toFetchHandler } = await import('./to-fetch-handler.js');
  return { inOwnContext, keptContext, toFetchHandler, calls, entered };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a function runs in its own context', () => {
  it('by a storage, if that keeps what is entered from the code around it', async () => {
    const { inOwnContext, calls } = await onPlatform({ isolates: true });
    calls.length = 0;
    expect([inOwnContext(Math.max, 3, 7), calls]).toEqual([7, ['storage']]);
  });

  it.each([
    ['what is entered leaks', { isolates: false }, ['disabled', 'disabled']],
    ['nothing can be entered, nor disabled', { isolates: false, enters: false }, []],
  ])('by a resource, if %s', async (_, contexts, disabled) => {
    const { inOwnContext, calls, entered } = await onPlatform(contexts);
    expect([calls.slice(1), entered.size]).toEqual([disabled, 0]);
    calls.length = 0;
    expect([inOwnContext(Math.max, 3, 7), calls]).toEqual([7, ['kept', 'resource']]);
  });
});

describe('a context that is kept for later', () => {
  it.each([true, false])(
    'is that of its creation, where a storage isolates: %p',
    async (isolates) => {
      const { keptContext } = await onPlatform({ isolates }, AsyncResource);
      const context = new AsyncLocalStorage<string>();
      const kept = context.run('the request', () => keptContext());
      const seen: (string | undefined)[] = [];
      const note = (): void => void seen.push(context.getStore());
      context.run('a timer', () => {
        kept.runInAsyncScope(note, undefined);
        kept.runInAsyncScope(note, undefined);
      });
      await Promise.resolve();
      context.run('a signal', () => {
        kept.runInAsyncScope(note, undefined);
      });
      expect(seen).toEqual(['the request', 'the request', 'the request']);
    },
  );

  it('takes no resource before something is called in it, where a storage isolates', async () => {
    const { keptContext, calls } = await onPlatform({ isolates: true });
    calls.length = 0;
    const kept = keptContext();
    await Promise.resolve();
    expect(calls).toEqual([]);
    kept.runInAsyncScope(() => calls.push('called'), undefined);
    await Promise.resolve();
    expect(calls).toEqual(['kept', 'called']);
  });
});

it.each(implementations)(
  'a resource is made only for a body that is read later, where contexts are isolated by a storage, on %s',
  async (_, factories) => {
    const { toFetchHandler, calls } = await onPlatform({ isolates: true });
    async function* chunks() {
      yield await Promise.resolve(new Uint8Array(1));
    }
    const responses = {
      whole: () => factories.createResponse(),
      late: () => Promise.resolve(factories.createResponse()),
      streamed: () =>
        factories.createResponse().withBody(factories.createStreamFromResource(chunks())),
    };
    const kept: Record<string, number> = {};
    for (const [name, handle] of Object.entries(responses)) {
      calls.length = 0;
      await toFetchHandler(handle, { factories })(new Request('http://a.test/'));
      kept[name] = calls.filter((call) => call === 'kept').length;
    }
    expect(kept).toEqual({ whole: 0, late: 0, streamed: 1 });
  },
);
