import { expect, it } from '@jest/globals';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { enteredContext } from './entered-context.js';

it('the context of what runs later has what was entered, on every version of Node', () => {
  const storage = new AsyncLocalStorage<string>();
  const resource = new AsyncResource('Test');
  const context = resource.runInAsyncScope(() => {
    storage.enterWith('entered');
    return enteredContext(resource);
  });
  const found = storage.run('other', () => context.runInAsyncScope(() => storage.getStore()));
  expect(found).toBe('entered');
});
