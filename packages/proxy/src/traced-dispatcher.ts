import type { Readable } from 'node:stream';
import { type DispatcherInterface, inOwnTrace, sendTraced } from '@mortise/base/dispatcher';
import { ensure } from '@mortise/base/options';
import { Client, Pool } from 'undici';

type Forwarding = DispatcherInterface<Readable | Uint8Array>;

/** Bun replaces undici with classes that send nothing. */
const ON_BUN =
  'a dispatcher, because undici does not run on Bun: mount fromFetchHandler((request) => fetch(...)) instead';

/**
 * Creates a pool of connections to the target.
 *
 * @param timeout milliseconds
 * @throws {OptionError} `OPTION_INVALID` on Bun
 */
export function poolOf(origin: string, connections: number, timeout: number) {
  const pool = new Pool(origin, {
    ...{ connections, pipelining: 1, connect: { timeout } },
    factory: (of, options: object) => new Connection(of, options),
  });
  // The members have the types of undici; what is called at run time is the same.
  const own = pool as unknown as Forwarding;
  ensure(typeof own.dispatch === 'function', 'proxy.dispatcher', undefined, ON_BUN);
  const dispatcher: Forwarding = {
    dispatch: (request, handler) => own.dispatch(inOwnTrace(request), handler),
  };
  let closed: Promise<void> | undefined;
  return { dispatcher, close: () => (closed ??= pool.close()) };
}

/** Creates a request once it is free: not when the request was dispatched, and in the context of the one before. */
class Connection extends Client {
  override dispatch(...[request, handler]: Parameters<Client['dispatch']>): boolean {
    return sendTraced(request, () => super.dispatch(request, handler));
  }
}
