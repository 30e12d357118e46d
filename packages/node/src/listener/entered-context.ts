import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/** Whether a resource keeps what is entered while it runs. From Node 24 on, its context never changes. */
const keepsEntered = probe();

/**
 * Returns the context for what a request runs after its handler was called: it has what the handler has entered with
 * `AsyncLocalStorage.enterWith`. Must be called in that context.
 *
 * @param context in which the handler was called
 */
export function enteredContext(context: AsyncResource): AsyncResource {
  return keepsEntered ? context : new AsyncResource('MortiseRequest');
}

function probe(): boolean {
  const storage = new AsyncLocalStorage<boolean>();
  const resource = new AsyncResource('MortiseProbe');
  resource.runInAsyncScope(() => {
    storage.enterWith(true);
  });
  const isKept = resource.runInAsyncScope(() => storage.getStore() === true);
  // An entered storage slows down every promise in Node 20.
  storage.disable();
  return isKept;
}
