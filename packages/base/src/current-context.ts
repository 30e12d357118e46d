interface AsyncHooks {
  readonly AsyncResource: new (type: string) => Resource;
}

interface Resource {
  runInAsyncScope<Result>(call: () => Result): Result;
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: 'node:async_hooks'): AsyncHooks | undefined };
}

let hooks: AsyncHooks | undefined;

/**
 * Captures the current asynchronous context, for functions that are called later in another one, such as a publisher's
 * or a connection's.
 *
 * @returns a function that calls its argument in the captured context, immediately. Platforms without
 *   `node:async_hooks` have no contexts to capture
 */
export function currentContext(): <Result>(call: () => Result) => Result {
  // Looked up at run time, because an import would fail on platforms without this module.
  hooks ??= (globalThis as Platform).process?.getBuiltinModule?.('node:async_hooks');
  if (hooks === undefined) return (call) => call();
  const kept = new hooks.AsyncResource('MortiseContext');
  return (call) => kept.runInAsyncScope(call);
}
