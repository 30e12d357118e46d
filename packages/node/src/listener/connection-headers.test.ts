import { describe, expect, it } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { connectionOf } from '../connection/connection.js';
import { LingeringClose } from '../connection/lingering-close.js';
import { connectionHeaders } from './connection-headers.js';

interface Given {
  readonly status?: number;
  readonly last?: boolean;
  readonly closing?: boolean;
  /** Whether a newer request of the connection has arrived. */
  readonly newer?: boolean;
  /** Whether the body of the request has failed. */
  readonly failed?: boolean;
  readonly hasBody?: boolean;
  readonly complete?: boolean;
  /** Whether the client allows another request. */
  readonly keeps?: boolean;
}

const KEPT = ['Keep-Alive', 'timeout=5'];
const CLOSED = ['Connection', 'close'];

function headersFor(given: Given) {
  const { status = 200, last = false, closing = false, newer = false, hasBody = false } = given;
  const socket = new Socket();
  const incoming = new IncomingMessage(socket);
  incoming.complete = given.complete ?? true;
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = given.keeps ?? true;
  const connection = connectionOf(socket);
  connection.keepAlive = { timeout: 5_000, fields: KEPT };
  connection.newest = newer ? new ServerResponse(incoming) : outgoing;
  if (given.failed === true) incoming.on('error', () => undefined).destroy(new Error('malformed'));
  const core = { closing, lingering: new LingeringClose(10) };
  const body = hasBody ? {} : null;
  const response = { core, connection, outgoing, isLast: last, body };
  const headers = connectionHeaders(response, status);
  return { headers, lingers: Object.hasOwn(socket, 'destroySoon'), closing: connection.closing };
}

describe('the headers for the connection', () => {
  it.each<[string, Given]>([
    ['the client allows another request', {}],
    ['the body of the request has arrived', { hasBody: true }],
    ['a request without a body is not complete yet', { complete: false }],
    ['the server is closing, but another response follows', { closing: true, newer: true }],
    ['the status is an error of the client', { status: 400 }],
  ])('say how long it is kept if %s', (_, given) => {
    expect(headersFor(given)).toEqual({ headers: KEPT, lingers: false, closing: false });
  });

  it('are none if the client does not allow another request: it lingers if bytes follow', () => {
    const expected = { headers: [], lingers: true, closing: false };
    expect(headersFor({ keeps: false })).toEqual(expected);
  });

  it('let it linger, in case it closes, while the body has not arrived', () => {
    const given = { hasBody: true, complete: false };
    expect(headersFor(given)).toEqual({ headers: KEPT, lingers: true, closing: false });
    expect(headersFor({ ...given, keeps: false })).toMatchObject({ headers: [], lingers: true });
  });

  it.each<[string, Given, boolean]>([
    ['it may carry no other request', { last: true }, false],
    ['it may carry no other request, and others are open', { last: true, newer: true }, false],
    ['the body of the request has failed', { failed: true }, false],
    ['the request did not come in time', { status: 408 }, false],
    ['the server is closing', { closing: true }, true],
    ['the server is closing, whatever the client allows', { closing: true, keeps: false }, true],
  ])('say that it closes, after a while, if %s', (_, given, closing) => {
    expect(headersFor(given)).toEqual({ headers: CLOSED, lingers: true, closing });
  });
});
