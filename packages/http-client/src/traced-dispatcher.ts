import type { Readable } from 'node:stream';
import { type DispatcherInterface, inOwnTrace, sendTraced } from '@mortise/base/dispatcher';
import { ensure } from '@mortise/base/options';
import { Agent, Client, Pool } from 'undici';

type Sending = DispatcherInterface<Readable | Uint8Array>;

/** Bun replaces undici with classes that send nothing. */
const ON_BUN = 'a dispatcher, because undici does not run on Bun: call fetch instead';

/**
 * Creates a pool of connections for each origin.
 *
 * @param timeout milliseconds
 * @throws {OptionError} `OPTION_INVALID` on Bun
 */
export function agentOf(connections: number, timeout: number) {
  const agent = new Agent({
    ...{ connections, pipelining: 1, connect: { timeout } },
    factory: (origin, options: object) => new Pool(origin, { ...options, factory: connection }),
  });
  // The members have the types of undici; what is called at run time is the same.
  const own = agent as unknown as Sending;
  ensure(typeof own.dispatch === 'function', 'HttpClient.dispatcher', undefined, ON_BUN);
  const dispatcher: Sending = {
    dispatch: (request, handler) => own.dispatch(inOwnTrace(request), handler),
  };
  let closed: Promise<void> | undefined;
  return { dispatcher, close: () => (closed ??= agent.close()) };
}

const connection = (origin: URL, options: object): Connection => new Connection(origin, options);

/** Creates a request once it is free: not when the request was dispatched, and in the context of the one before. */
class Connection extends Client {
  override dispatch(...[request, handler]: Parameters<Client['dispatch']>): boolean {
    return sendTraced(request, () => super.dispatch(request, handler));
  }
}
