import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { pendingAnswer } from './pending-answers.js';
import { refuse } from './refuse.js';

/** What Node tells of a request that its parser refused, or that did not come in time. */
interface ClientError extends Error {
  readonly code?: string;
  /** The bytes that the parser was given last. */
  readonly rawPacket?: Buffer;
  /** How many of them it took. */
  readonly bytesParsed?: number;
}

/** Refuses what Node's parser refuses, with the statuses that Node has for it and 414 beside. */
export function refuseMalformed(server: Server): void {
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const status = statusOf(error);
    // Behind the head of an answer another one would be part of its body.
    const begun = pendingAnswer(socket)?.headersSent === true;
    if (status === null || begun || !socket.writable) socket.destroy(error);
    else refuse(socket, status);
  });
}

/** @returns `null` when there is nobody to tell: the connection failed, or it is no HTTP */
function statusOf(error: ClientError): number | null {
  const { code = '' } = error;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return endsInRequestLine(error) ? 414 : 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
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
