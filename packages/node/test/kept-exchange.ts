import { HANDLER_TIMER, type TimedLifetime } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { ServerResponse } from 'node:http';
import type { KeptExchange } from '../src/request/raw-exchange.js';

/** What a server keeps of a request without a body; it does nothing. */
export function keptExchange(
  outgoing: ServerResponse,
  given: Partial<KeptExchange> = {},
): KeptExchange {
  return {
    outgoing,
    body: null,
    report: () => undefined,
    directReadFailed: () => undefined,
    responder: null,
    onTimeout: () => undefined,
    endLimit: () => undefined,
    reportLate: () => undefined,
    ...given,
  };
}

/** Keeps it with the request, as a server does. */
export function keep(request: ServerRequestInterface, exchange: KeptExchange): void {
  const lifetime: TimedLifetime = request.getLifetime();
  lifetime[HANDLER_TIMER] = exchange;
}
