import { AsyncLocalStorage } from 'node:async_hooks';
import { isThenable } from '@mortise/base';
import { REQUEST_CONTEXT } from '@mortise/base/keys';
import { inContext } from '@mortise/base/message';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';

type Storage = AsyncLocalStorage<ServerRequestInterface>;

/** Shared by all copies of the package, such as its ES module and its CommonJS module. */
const shared = globalThis as unknown as Record<symbol, Storage | undefined>;
const storage = (shared[REQUEST_CONTEXT] ??= new AsyncLocalStorage());

/**
 * Makes the request available to all code that handles it, however deep: {@link currentRequest} returns it there, even in
 * generators of bodies, in event streams, and in WebSocket callbacks. Add it outside all layers that log, but inside
 * `requestId` and `openTelemetry`.
 *
 * Needs `AsyncLocalStorage`: Node, Bun, Deno, and Workers with `nodejs_compat`.
 */
export function requestContext(): MiddlewareInterface {
  return {
    name: 'requestContext',
    process(request, handler) {
      const run = <Result>(call: () => Result): Result => storage.run(request, call);
      const response = run(() => handler.handle(request));
      return isThenable(response)
        ? response.then((later) => inContext(later, run))
        : inContext(response, run);
    },
  };
}

/**
 * Returns the request that the running code handles, as {@link requestContext} received it, without the attributes of inner
 * layers. Values of its lifetime are those of the whole request.
 *
 * @returns `null` outside a request, and without {@link requestContext}
 */
export function currentRequest(): ServerRequestInterface | null {
  return storage.getStore() ?? null;
}
