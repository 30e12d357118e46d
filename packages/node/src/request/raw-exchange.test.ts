import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { keep, keptExchange } from '../../test/kept-exchange.js';
import { LazyIncomingMessage } from '../fast/lazy-incoming-message.js';
import { rawExchangeOf } from './raw-exchange.js';

function kept() {
  const incoming = new LazyIncomingMessage(new Socket());
  const request = factories.createServerRequest('GET', '/');
  const exchange = keptExchange(new ServerResponse(incoming));
  keep(request, exchange);
  return { incoming, request, exchange };
}

describe("Node's objects of a request", () => {
  it('are those of all of its copies', () => {
    const { incoming, request, exchange } = kept();
    const { outgoing } = exchange;
    expect(rawExchangeOf(request)).toEqual({ incoming, outgoing, exchange });
    const copy = request.withAttribute('a', 1).withMethod('POST');
    expect(rawExchangeOf(copy)?.outgoing).toBe(outgoing);
  });

  it('can be read by the caller, so the request ends as a stream from then on', () => {
    const { incoming, request } = kept();
    incoming.unread = true;
    rawExchangeOf(request);
    expect(incoming.unread).toBe(false);
  });

  it('do not exist for a request that no server received', () => {
    expect(rawExchangeOf(factories.createServerRequest('GET', '/'))).toBeNull();
  });
});
