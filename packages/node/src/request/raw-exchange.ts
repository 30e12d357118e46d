import { type HandlerTimer, handlerTimer } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expectReader } from '../fast/lazy-incoming-message.js';
import type { NodeAdapterError } from '../node-adapter-error.js';
import type { NodeBodySource } from './body-source.js';

/** What the server keeps of a request during its lifetime. */
export interface KeptExchange extends HandlerTimer {
  readonly outgoing: ServerResponse;
  /** The body of the request; `null` if it has none. */
  readonly body: NodeBodySource | null;
  /** Passes an error to the `onError` option of the server; never throws. */
  report(error: unknown): void;
  /** Called if the client sends a body too slowly that is read from the message itself. */
  bodyFailed(error: NodeAdapterError): void;
}

/** Node's objects of a request. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly exchange: KeptExchange;
}

/**
 * Returns Node's objects of a request, or of any copy of it.
 *
 * @returns null for a request that no server of this package received
 */
export function rawExchangeOf(request: ServerRequestInterface): RawExchange | null {
  const exchange = handlerTimer(request);
  if (!isKept(exchange)) return null;
  const { outgoing } = exchange;
  const { req: incoming } = outgoing;
  expectReader(incoming);
  return { incoming, outgoing, exchange };
}

/** Another adapter has its own timer. */
function isKept(timer: HandlerTimer | undefined): timer is KeptExchange {
  return timer !== undefined && 'outgoing' in timer;
}
