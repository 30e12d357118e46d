import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { keep, keptExchange } from '../../test/kept-exchange.js';
import { trailersOf } from './request-trailers.js';

function received(complete: boolean, ...rawTrailers: string[]) {
  const incoming = new IncomingMessage(new Socket());
  Object.assign(incoming, { complete, rawTrailers });
  const request = factories.createServerRequest('POST', '/');
  keep(request, keptExchange(new ServerResponse(incoming)));
  return request;
}

describe('the trailers of a request', () => {
  it('have their values in order, by name in lower case', () => {
    const trailers = trailersOf(received(true, 'X-A', '1', 'x-b', '2', 'x-a', '3', 'X-A', '4'));
    expect([...(trailers ?? [])]).toEqual([
      ['x-a', ['1', '3', '4']],
      ['x-b', ['2']],
    ]);
  });

  it('are empty if there are none', () => {
    expect(trailersOf(received(true))?.size).toBe(0);
  });

  it('are null until the whole request has arrived', () => {
    expect(trailersOf(received(false, 'X-A', '1'))).toBeNull();
  });

  it('are null if no server received the request', () => {
    expect(trailersOf(factories.createServerRequest('POST', '/'))).toBeNull();
  });
});
