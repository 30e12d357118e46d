import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { keep, keptExchange } from '../../test/kept-exchange.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import { NodeBodySource } from '../request/body-source.js';
import { bodyTimeouts } from '../request/body-timeouts.js';
import { defaultLimits } from '../server-limits.js';
import { connectRequest, knownExchange } from './connect-request.js';

/** A request with a body that a server received, and what is asked of it. */
function received(headers: Record<string, string> = {}) {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { httpVersionMajor: 1 });
  for (const [name, value] of Object.entries(headers)) incoming.headers[name] = value;
  const asked: unknown[] = [];
  const failures: unknown[] = [];
  const request = factories.createServerRequest('POST', '/');
  const sendContinue = (): void => void asked.push('100');
  const body = new NodeBodySource(incoming, null, 9, bodyTimeouts(defaultLimits), sendContinue);
  const outgoing = new ServerResponse(incoming);
  const directReadFailed = (error: unknown): void => void failures.push(error);
  keep(request, keptExchange(outgoing, { body, directReadFailed }));
  return { incoming, outgoing, request, asked, failures };
}

describe('the request for Connect-style handlers', () => {
  it('is the same for all copies of a request', () => {
    const { incoming, request } = received();
    expect(connectRequest(request)).toBe(incoming);
    expect(connectRequest(request.withAttribute('a', 1))).toBe(incoming);
  });

  it('can be read directly, and fails if that takes too long', async () => {
    const { incoming, request, failures } = received();
    const late = new NodeAdapterError('BODY_TIMEOUT', 'too late', 408);
    expect(knownExchange(request).outgoing.req).toBe(incoming);
    incoming.on('data', () => undefined);
    incoming.on('error', () => undefined).destroy(late);
    await setImmediate();
    expect(failures).toEqual([late]);
  });

  it('does not exist for a request that no server received', () => {
    expect(() => connectRequest(factories.createServerRequest('GET', '/'))).toThrow(
      expect.objectContaining({
        code: 'RAW_REQUEST_UNKNOWN',
        message:
          'this request was not received by @mortise/node, so it has no Node request; Connect-style handlers work only in applications served by serve() or toListener()',
      }),
    );
  });

  it.each([
    ['before the response', () => undefined, ['100']],
    ['but not after its headers', (response: ServerResponse) => response.writeHead(200), []],
  ])(
    'lets a client that waits for it send its body when it is read, once, %s',
    (_, happen, told) => {
      const { incoming, outgoing, request, asked } = received({ expect: '100-continue' });
      const sizes: number[] = [];
      Object.setPrototypeOf(
        incoming,
        Object.create(IncomingMessage.prototype, {
          _read: { value: (size: number) => void sizes.push(size), writable: true },
        }) as object,
      );
      knownExchange(request);
      knownExchange(request);
      expect(asked).toEqual([]);
      happen(outgoing);
      incoming._read(7);
      incoming._read(8);
      expect([asked, sizes]).toEqual([told, [7, 8]]);
    },
  );

  it('is read as it is if the client does not wait', () => {
    const { incoming, request } = received();
    knownExchange(request);
    expect(Object.hasOwn(incoming, '_read')).toBe(false);
  });
});
