import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Connection, connectionOf } from './connection.js';
import { afterResponses, pendingResponse } from './pending-responses.js';
import type { LingeringClose } from './lingering-close.js';

/** What Node tells of a request that its parser refused, or that did not come in time. */
interface ClientError extends Error {
  readonly code?: string;
  /** What the parser says about a line that it refused. */
  readonly reason?: string;
  /** The bytes that the parser was given last. */
  readonly rawPacket?: Buffer;
  /** How many of them it took. */
  readonly bytesParsed?: number;
}

/** Refuses what Node's parser refuses, with the statuses that Node has for it and 414 beside. */
export function refuseMalformed(server: Server, lingering: LingeringClose): void {
  server.on('clientError', (error: ClientError, socket: Socket) => {
    // Bytes after a request that was the last one: its response closes the connection (RFC 9112 9.6).
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const status = statusOf(error);
    const connection = connectionOf(socket);
    if (status === null) socket.destroy(error);
    // Node repeats the error whenever it reads more, also while the connection lingers.
    else if (connection.malformed === 0 && !socket.writableEnded) {
      refuseAt(connection, socket, status, lingering);
    }
  });
}

function refuseAt(
  connection: Connection,
  socket: Socket,
  status: number,
  lingering: LingeringClose,
): void {
  if (connection.holdsRequests) {
    // They are well-formed, and are still to be handled.
    connection.malformed = status;
    afterResponses(socket, () => {
      lingering.refuse(socket, status);
    });
    return;
  }
  // After the head of a response another one would be part of its body.
  if (pendingResponse(socket)?.headersSent === true || !socket.writable) socket.destroy();
  else lingering.refuse(socket, status);
}

/** @returns `null` when there is nobody to tell: the connection failed, or it is no HTTP */
function statusOf(error: ClientError): number | null {
  const { code = '' } = error;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return endsInRequestLine(error) ? 414 : 431;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
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
 * Whether the parser gave up within a request line. Of a line that comes in several packets only the
 * last one is there to be seen; then this says no.
 */
function endsInRequestLine({ rawPacket, bytesParsed }: ClientError): boolean {
  const seen = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  return /^[A-Z-]+ \S*$/.test(seen.slice(seen.lastIndexOf('\n') + 1));
}
