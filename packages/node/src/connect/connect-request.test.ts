import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { keepRawExchange } from '../request/raw-exchange.js';
import { connectRequest, knownExchange } from './connect-request.js';

/** A request that a server received, and what its exchange is asked to do. */
function received(headers: Record<string, string> = {}) {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { httpVersionMajor: 1 });
  for (const [name, value] of Object.entries(headers)) incoming.headers[name] = value;
  const asked: unknown[] = [];
  const request = factories.createServerRequest('POST', '/');
  keepRawExchange(request.getLifetime(), {
    outgoing: new ServerResponse(incoming),
    report: () => undefined,
    goOn: () => void asked.push('goOn'),
    responder: null,
    onTimeout: () => undefined,
    reportLate: () => undefined,
    allowDirectReads: (message) => void asked.push(message),
  });
  return { incoming, request, asked };
}

describe('the request for Connect-style handlers', () => {
  it('is the same for all copies of a request', () => {
    const { incoming, request } = received();
    expect(connectRequest(request)).toBe(incoming);
    expect(connectRequest(request.withAttribute('a', 1))).toBe(incoming);
  });

  it('can be read directly', () => {
    const { incoming, request, asked } = received();
    const { outgoing } = knownExchange(request);
    expect([asked, outgoing.req]).toEqual([[incoming], incoming]);
  });

  it('does not exist for a request that no server received', () => {
    expect(() => connectRequest(factories.createServerRequest('GET', '/'))).toThrow(
      expect.objectContaining({
        code: 'RAW_REQUEST_UNKNOWN',
        message:
          'this request was not received by @mortise/node, so it has no Node request; use Connect-style handlers only in applications that serve() or toListener() serves',
      }),
    );
  });

  it('lets a client that waits for it send its body when it is read', () => {
    const { incoming, request, asked } = received({ expect: '100-continue' });
    const sizes: number[] = [];
    Object.setPrototypeOf(
      incoming,
      Object.create(IncomingMessage.prototype, {
        _read: { value: (size: number) => void sizes.push(size), writable: true },
      }) as object,
    );
    knownExchange(request);
    knownExchange(request);
    expect(asked).toEqual([incoming, incoming]);
    incoming._read(7);
    expect([asked.slice(2), sizes]).toEqual([['goOn'], [7]]);
  });

  it('is read as it is if the client does not wait', () => {
    const { incoming, request } = received();
    knownExchange(request);
    expect(Object.hasOwn(incoming, '_read')).toBe(false);
  });
});
