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
 * Keeps the current asynchronous context for what is called later in another one, such as that of a publisher or of a
 * connection.
 *
 * @returns calls a function in it, immediately. On a platform without `node:async_hooks` there are no contexts to keep
 */
export function currentContext(): <Result>(call: () => Result) => Result {
  // Asked of the platform at run time: not all have the module, and an import of it would fail there.
  hooks ??= (globalThis as Platform).process?.getBuiltinModule?.('node:async_hooks');
  if (hooks === undefined) return (call) => call();
  const kept = new hooks.AsyncResource('MortiseContext');
  return (call) => kept.runInAsyncScope(call);
}
