import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer as createHttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { waitFor } from '../../test/wait-for.js';
import { Wire } from '../../test/wire.js';
import { defaultLimits } from '../server-limits.js';
import { connectionOf } from './connection.js';
import { LingeringClose } from './lingering-close.js';
import { refuseMalformed } from './malformed-requests.js';

const wires: Wire[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const wire of wires.splice(0)) wire.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Both ends of a connection, and a server of which a test says what its parser refused on it. */
async function refusing() {
  const server = createHttpServer();
  refuseMalformed(server, new LingeringClose(10));
  const listener = createServer({ allowHalfOpen: true });
  servers.push(listener);
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const arrives = once(listener, 'connection');
  const wire = new Wire((listener.address() as AddressInfo).port);
  wires.push(wire);
  const [socket] = (await arrives) as [Socket];
  socket.on('error', () => undefined);
  const refuse = (code?: string, more: object = {}) => {
    server.emit('clientError', Object.assign(new Error('refused'), { code, ...more }), socket);
  };
  return { wire, socket, connection: connectionOf(socket), refuse };
}

/** A response that is the first one of a connection. */
function responseOn(socket: Socket): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  return response;
}

/** Ends a response without sending it, as Node does when it has sent the last byte. */
function closeResponse(response: ServerResponse, socket: Socket): void {
  response.detachSocket(socket);
  response.emit('close');
}

const packet = (text: string, parsed = text.length) => ({
  rawPacket: Buffer.from(text),
  bytesParsed: parsed,
});

const TOO_LARGE = 'HPE_HEADER_OVERFLOW';

describe('a request that the parser refuses', () => {
  it.each<[string, string, object, string]>([
    ['in its first line', TOO_LARGE, packet('GET /aaa'), '414 URI Too Long'],
    ['in a line with a method of two words', TOO_LARGE, packet('M-SEARCH /a'), '414 URI Too Long'],
    ['before what was not parsed', TOO_LARGE, packet('GET /aaa b\r\n', 8), '414 URI Too Long'],
    ['in the next request', TOO_LARGE, packet('X: y\r\n\r\nGET /a'), '414 URI Too Long'],
    [
      'after the target',
      TOO_LARGE,
      packet('GET / HTTP/1.1'),
      '431 Request Header Fields Too Large',
    ],
    ['in a header', TOO_LARGE, packet('GET /\r\nX: y'), '431 Request Header Fields Too Large'],
    ['in an unknown place', TOO_LARGE, {}, '431 Request Header Fields Too Large'],
    ['as late', 'ERR_HTTP_REQUEST_TIMEOUT', {}, '408 Request Timeout'],
    ['as HTTP/2', 'HPE_PAUSED_H2_UPGRADE', {}, '505 HTTP Version Not Supported'],
    [
      'as of another version',
      'HPE_INVALID_VERSION',
      { reason: 'Invalid HTTP version' },
      '505 HTTP Version Not Supported',
    ],
    ['without a version', 'HPE_INVALID_VERSION', { reason: 'Expected CRLF' }, '400 Bad Request'],
    ['for another reason', 'HPE_INVALID_METHOD', {}, '400 Bad Request'],
  ])('%s has one response, the last one', async (_, code, more, status) => {
    const { wire, refuse } = await refusing();
    refuse(code, more);
    refuse(code, more);
    expect(await wire.untilClosed()).toBe(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });

  it.each([['ECONNRESET'], [undefined], ['ERR_SSL_HPE_']])(
    'has no response if the connection failed: %s',
    async (code) => {
      const { wire, socket, refuse } = await refusing();
      refuse(code);
      expect([await wire.untilClosed(), socket.destroyed]).toEqual(['', true]);
    },
  );

  it('after the last one of its connection has no response, and ends what may follow', async () => {
    const { wire, socket, connection, refuse } = await refusing();
    refuse('HPE_CLOSED_CONNECTION');
    expect([socket.destroyed, socket.writableEnded, connection.closing]).toEqual([
      false,
      false,
      true,
    ]);
    socket.end('the response');
    expect(await wire.untilClosed()).toBe('the response');
  });

  it('has no response after the headers of another one: the connection is closed', async () => {
    const { wire, socket, refuse } = await refusing();
    responseOn(socket).writeHead(200, { 'Content-Length': '5' }).write('ab');
    await wire.hear((text) => text.endsWith('ab'));
    refuse('HPE_INVALID_METHOD');
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nab$/);
    expect(socket.destroyed).toBe(true);
  });

  it('has a response after one that has not begun', async () => {
    const { wire, socket, refuse } = await refusing();
    const first = responseOn(socket);
    refuse('HPE_INVALID_METHOD');
    await setImmediate();
    expect([wire.heard, socket.writableEnded]).toEqual(['', false]);
    closeResponse(first, socket);
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('has no response after one that has ended the connection', async () => {
    const { wire, socket, refuse } = await refusing();
    const first = responseOn(socket);
    refuse('HPE_INVALID_METHOD');
    socket.end('the response');
    closeResponse(first, socket);
    expect(await wire.untilClosed()).toBe('the response');
  });

  it('has no second response: its connection ends, and input is discarded', async () => {
    const { wire, socket, connection, refuse } = await refusing();
    connection.unread = new IncomingMessage(socket);
    refuse('HPE_INVALID_METHOD');
    expect([await wire.untilClosed(), socket.destroyed]).toEqual(['', false]);
    await waitFor(() => socket.destroyed);
  });

  it('has a response if the one that was answered early has arrived meanwhile', async () => {
    const { wire, socket, connection, refuse } = await refusing();
    connection.unread = Object.assign(new IncomingMessage(socket), { complete: true });
    refuse('HPE_INVALID_METHOD');
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('after others that wait has its response after theirs, and one only', async () => {
    const { wire, socket, connection, refuse } = await refusing();
    connection.hold(defaultLimits, () => undefined);
    const first = responseOn(socket);
    refuse('HPE_INVALID_METHOD');
    refuse(TOO_LARGE);
    await setImmediate();
    expect([connection.malformed, wire.heard, socket.writableEnded]).toEqual([400, '', false]);
    closeResponse(first, socket);
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
  });

  it('leaves the connection open after its response, for what the client still sends', async () => {
    const { wire, socket, refuse } = await refusing();
    refuse('HPE_INVALID_METHOD');
    await wire.untilClosed();
    refuse('HPE_INVALID_METHOD');
    expect([socket.writableEnded, socket.destroyed]).toEqual([true, false]);
  });

  it('does not linger on a connection that has closed', async () => {
    const { socket, connection, refuse } = await refusing();
    socket.destroy();
    refuse('HPE_INVALID_METHOD');
    expect(connection.closing).toBe(false);
  });

  it('is not noted for those that wait if there are none', async () => {
    const { connection, refuse } = await refusing();
    refuse('HPE_INVALID_METHOD');
    expect([connection.malformed, connection.closing]).toEqual([0, true]);
  });
});
