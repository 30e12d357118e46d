import { AsyncLocalStorage } from 'node:async_hooks';
import { isThenable } from '@mortise/base';
import { REQUEST_CONTEXT } from '@mortise/base/keys';
import { cleanUpInContext, inContext, type RunInContext } from '@mortise/base/message';
import type {
  AttributeKey,
  MiddlewareInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

type Storage = AsyncLocalStorage<ServerRequestInterface>;

/** Shared by all copies of the package, such as its ES module and its CommonJS module. */
const shared = globalThis as unknown as Record<symbol, Storage | undefined>;
const storage = (shared[REQUEST_CONTEXT] ??= new AsyncLocalStorage());

/** `true` for a lifetime whose cleanups run where they were registered. */
const BOUND: AttributeKey<boolean> = 'mortise.request-context';

/**
 * Makes the request available to all code that handles it, however deep: {@link currentRequest} returns it there, even in
 * generators of bodies, in event streams, in WebSocket callbacks, and in `onEnd` cleanups. Add it outside all layers that
 * log, but inside `requestId` and `openTelemetry`.
 *
 * Needs `AsyncLocalStorage`: Node, Bun, Deno, and Workers with `nodejs_compat`.
 */
export function requestContext(): MiddlewareInterface {
  return {
    name: 'requestContext',
    process(request, handler) {
      const lifetime = request.getLifetime();
      if (lifetime.getValue(BOUND) !== true) {
        lifetime.setValue(BOUND, true);
        cleanUpInContext(lifetime, current);
      }
      const run = runIn(request);
      const response = run(() => handler.handle(request));
      return isThenable(response)
        ? response.then((later) => inContext(later, run))
        : inContext(response, run);
    },
  };
}

function current(): RunInContext {
  const request = currentRequest();
  return request === null ? (call) => call() : runIn(request);
}

function runIn(request: ServerRequestInterface): RunInContext {
  return (call) => storage.run(request, call);
}

/**
 * Returns the request that the running code handles, as {@link requestContext} received it, without the attributes of inner
 * layers. Values in its lifetime belong to the whole request.
 *
 * @returns `null` outside a request, and without {@link requestContext}
 */
export function currentRequest(): ServerRequestInterface | null {
  return storage.getStore() ?? null;
}
