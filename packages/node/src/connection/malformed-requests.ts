import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import { type Connection, connectionOf } from './connection.js';
import { afterResponses, pendingResponse } from './pending-responses.js';
import type { LingeringClose } from './lingering-close.js';
import { setImmediate } from '../set-immediate.js';

/** Node's error for a request that its parser refused, or that did not arrive in time. */
interface ClientError extends Error {
  readonly code?: string;
  /** The parser's reason for refusing a line. */
  readonly reason?: string;
  /** The bytes that the parser received last. */
  readonly rawPacket?: Buffer;
  /** How many of them it parsed. */
  readonly bytesParsed?: number;
}

/** The code of Node's error for a request that did not arrive in time. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Responds to requests that Node's parser refuses or that do not arrive in time, and closes their connections. */
export function refuseMalformed(server: Server, lingering: LingeringClose): void {
  const refuse = (error: ClientError, socket: Socket): void => {
    const connection = connectionOf(socket);
    const status = statusOfParserError(error);
    if (status === null) socket.destroy(error);
    // Bytes after the last request are ignored, and more may follow (RFC 9112 9.6).
    else if (error.code === 'HPE_CLOSED_CONNECTION') connection.closing = true;
    else if (sendsLast(connection, socket)) return;
    // Node repeats the error whenever it reads more, even while the connection lingers.
    else if (connection.malformed === 0 && !socket.writableEnded) {
      const response = responseInTransit(connection);
      if (response === null) refuseAt(connection, socket, status, lingering);
      else {
        connection.malformed = status;
        if (error.code === 'HPE_INVALID_EOF_STATE') refuseCut(response, socket, status, lingering);
        else lingering.failBody(response.req, bodyError(error, status));
      }
    }
  };
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const refuseNow = (): void => {
      refuse(error, socket);
    };
    if (error.code !== LATE) refuseNow();
    else lookOnceMore(connectionOf(socket), server.requestTimeout, refuseNow);
  });
}

/**
 * Refuses a late request, unless the rest of it arrives now: timers run before Node reads, so in a process that stood
 * still, all clients would be late.
 */
function lookOnceMore(connection: Connection, requestTimeout: number, refuse: () => void): void {
  const { newest: before, requests } = connection;
  const isBody = before?.req.complete === false;
  setImmediate(() => {
    const { newest } = connection;
    const isNew = newest !== before || connection.requests !== requests;
    if (isBody ? !before.req.complete : !isNew) refuse();
    // Only the headers have arrived, and Node no longer watches the request.
    else if (newest?.req.complete === false) {
      setTimeout(() => {
        if (!newest.req.complete) refuse();
      }, requestTimeout).unref();
    }
  });
}

/** The response to the request that is being received, if it has not begun. */
function responseInTransit({ newest, holdsRequests }: Connection): ServerResponse | null {
  if (newest === null || newest.headersSent || newest.req.complete || holdsRequests) return null;
  return newest;
}

/**
 * Refuses a request whose client has ended its side of the connection in the middle of the body, after the responses to
 * earlier requests. Its handler cannot respond: most such clients have left, so the end of the connection aborts it.
 */
function refuseCut(
  response: ServerResponse,
  socket: Socket,
  status: number,
  lingering: LingeringClose,
): void {
  const pending = pendingResponse(socket);
  if (pending === response) lingering.refuse(socket, status);
  else {
    pending?.once('close', () => {
      refuseCut(response, socket, status, lingering);
    });
  }
}

function bodyError({ reason = '' }: ClientError, status: number): NodeAdapterError {
  if (status !== 408) return NodeAdapterError.badFraming(reason, status);
  const text = 'The request did not arrive in time.';
  return new NodeAdapterError('BODY_TIMEOUT', text, 408);
}

/** Whether the last response of a connection has begun, and its request has fully arrived. */
function sendsLast({ closing, open }: Connection, socket: Socket): boolean {
  if (!closing || open > 1) return false;
  const pending = pendingResponse(socket);
  return pending?.headersSent === true && pending.req.complete;
}

function refuseAt(
  connection: Connection,
  socket: Socket,
  status: number,
  lingering: LingeringClose,
): void {
  const pending = pendingResponse(socket);
  if (pending !== null && (connection.holdsRequests || !pending.headersSent)) {
    // The requests before it are well-formed, and are responded to first.
    connection.malformed = status;
    afterResponses(socket, () => {
      if (!socket.writableEnded) refuseAt(connection, socket, status, lingering);
    });
  }
  // The malformed request has already been answered.
  else if (connection.unread?.complete === false) lingering.close(socket);
  // After the headers of a response, another response would be part of its body.
  else if (pending !== null || !socket.writable) socket.destroy();
  else lingering.refuse(socket, status);
}

/** @returns `null` if no response is possible: the connection failed, or the client does not speak HTTP */
function statusOfParserError(error: ClientError): number | null {
  const { code = '' } = error;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return endsInRequestLine(error) ? 414 : 431;
    case LATE:
      return 408;
    case 'HPE_PAUSED_H2_UPGRADE': // the first line of HTTP/2
      return 505;
    case 'HPE_INVALID_VERSION':
      return error.reason === 'Invalid HTTP version' ? 505 : 400;
    default:
      return code.startsWith('HPE_') ? 400 : null;
  }
}

/**
 * Whether the parser stopped within a request line. If the line arrived in several packets, only the
 * last one is available, and the result is false.
 */
function endsInRequestLine({ rawPacket, bytesParsed }: ClientError): boolean {
  const seen = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  return /^[A-Z-]+ \S*$/.test(seen.slice(seen.lastIndexOf('\n') + 1));
}
