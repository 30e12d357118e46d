/** The asynchronous context of one request. */
export interface RequestContext {
  /** Calls a function in it. */
  runInAsyncScope<This, Arguments extends unknown[], Result>(
    run: (this: This, ...values: Arguments) => Result,
    self: This,
    ...values: Arguments
  ): Result;
}

interface AsyncHooks {
  readonly AsyncResource: new (type: string) => RequestContext;
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: 'node:async_hooks'): AsyncHooks | undefined };
}

/** Without the module, code that follows contexts cannot exist either. */
const ANY: RequestContext = {
  runInAsyncScope: (run, self, ...values) => run.apply(self, values),
};

/** Asked of the platform at run time: not all have the module, and an import of it would fail there. */
const hooks = (globalThis as Platform).process?.getBuiltinModule?.('node:async_hooks');

/**
 * Makes the context of a request, which begins as the current one. What a handler sets in it with
 * `AsyncLocalStorage.enterWith` is not found by other requests, although platforms can call several in one context, share a
 * timer among them, or read bodies in a context of their own.
 */
export function requestContext(): RequestContext {
  return hooks === undefined ? ANY : new hooks.AsyncResource('MortiseRequest');
}
