import { type HandlerTimer, handlerTimer } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expectReader } from '../fast/lazy-incoming-message.js';
import type { NodeAdapterError } from '../node-adapter-error.js';
import type { NodeBodySource } from './body-source.js';

/** What the server stores for a request during its lifetime. */
export interface KeptExchange extends HandlerTimer {
  readonly outgoing: ServerResponse;
  /** The body of the request; `null` if it has none. */
  readonly body: NodeBodySource | null;
  /** Passes an error to the `onError` option of the server; never throws. */
  report(error: unknown): void;
  /** Called if the client sends the body too slowly while it is read from the message itself. */
  directReadFailed(error: NodeAdapterError): void;
}

/** The Node objects of a request. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly exchange: KeptExchange;
}

/**
 * Returns the Node objects of a request, or of any copy of it.
 *
 * @returns `null` for a request that this package did not receive
 */
export function rawExchangeOf(request: ServerRequestInterface): RawExchange | null {
  const exchange = handlerTimer(request);
  if (!isKept(exchange)) return null;
  const { outgoing } = exchange;
  const { req: incoming } = outgoing;
  expectReader(incoming);
  return { incoming, outgoing, exchange };
}

/** Whether a timer belongs to this package: other adapters have their own. */
function isKept(timer: HandlerTimer | undefined): timer is KeptExchange {
  return timer !== undefined && 'outgoing' in timer;
}
