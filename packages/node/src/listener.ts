import type { RequestHandlerInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Engine } from './engine.js';
import type { ListenerOptions } from './listener-options.js';

/** Answers the requests of somebody else's `node:http` server, or below an Express or Koa. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Makes a handler into a listener for an existing server. The limits of the connection (sizes and
 * timeouts of the header, connections, keep-alive) stay that server's own.
 *
 * @throws {NodeAdapterError} `OPTION_INVALID`
 */
export function toListener(handler: RequestHandlerInterface, options: ListenerOptions): Listener {
  const engine = new Engine(handler, options);
  return (incoming, outgoing) => {
    engine.answer(incoming, outgoing, false);
  };
}
