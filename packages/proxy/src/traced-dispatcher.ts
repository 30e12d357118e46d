import type { Readable } from 'node:stream';
import { currentContext } from '@mortise/base';
import type { DispatcherInterface } from '@mortise/base/dispatcher';
import type { RunInContext } from '@mortise/base/message';
import { Client, Pool } from 'undici';
import { isTraced, withAddedHeaders } from './added-headers.js';

type Forwarding = DispatcherInterface<Readable | Uint8Array>;

/** What the dispatcher of an application sends has the trace headers of its instrumentation alone. */
export function traced(given: Forwarding): Forwarding {
  return {
    dispatch: (request, handler) =>
      withAddedHeaders(request.headers, () => given.dispatch(request, handler)),
  };
}

/**
 * Creates a pool of connections to the target.
 *
 * @param timeout milliseconds
 */
export function poolOf(origin: string, connections: number, timeout: number) {
  const pool = new Pool(origin, {
    ...{ connections, pipelining: 1, connect: { timeout } },
    factory: (of, options: object) => new Connection(of, options),
  });
  // The members have the types of undici; what is called at run time is the same.
  const own = pool as unknown as Forwarding;
  const dispatcher: Forwarding = {
    dispatch: (request, handler) =>
      own.dispatch(isTraced() ? inContext(request) : request, handler),
  };
  let closed: Promise<void> | undefined;
  return { dispatcher, close: () => (closed ??= pool.close()) };
}

/** Runs a function in the context of the request that waits for a connection. */
const CONTEXT = Symbol('context');

function inContext<Request extends object>(request: Request): Request {
  return { ...request, [CONTEXT]: currentContext() };
}

interface Waiting {
  readonly headers: string[];
  readonly [CONTEXT]?: RunInContext;
}

/** Creates a request once it is free: not when the request was dispatched, and in the context of the one before. */
class Connection extends Client {
  override dispatch(...[request, handler]: Parameters<Client['dispatch']>): boolean {
    const { headers, [CONTEXT]: run } = request as unknown as Waiting;
    if (run === undefined) return super.dispatch(request, handler);
    return run(() => withAddedHeaders(headers, () => super.dispatch(request, handler)));
  }
}
