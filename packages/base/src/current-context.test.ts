import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext } from './index.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a context that is kept', () => {
  it('is that of the call which kept it, whatever is current later', () => {
    const storage = new AsyncLocalStorage<string>();
    const run = storage.run('kept', () => currentContext());
    const found = storage.run('later', () => [run(() => storage.getStore()), storage.getStore()]);
    expect(found).toEqual(['kept', 'later']);
  });

  it('throws what the function throws', () => {
    const error = new Error('of the function');
    const fail = () => {
      throw error;
    };
    expect(() => currentContext()(fail)).toThrow(error);
  });

  it('is any context on a platform that has none', async () => {
    jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    jest.resetModules();
    const { currentContext: without } = await import('./current-context.js');
    expect(without()(() => 7)).toBe(7);
  });
});
