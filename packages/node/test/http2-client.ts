import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';
import { waitForEvent } from './wait-for.js';

type Fields = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** One exchange over HTTP/2 as the client saw it. */
export interface Seen {
  readonly status: number;
  readonly headers: Fields;
  /** Interim responses in order. */
  readonly interim: readonly Fields[];
  readonly trailers: Fields;
  readonly body: string;
  /** The code that the stream was closed with. */
  readonly code: number;
  /** Whether the end of the body came. */
  readonly complete: boolean;
}

const open: ClientHttp2Session[] = [];

export function client(url: string, options: SecureClientSessionOptions = {}): ClientHttp2Session {
  const session = connect(url, options);
  session.on('error', () => undefined);
  open.push(session);
  return session;
}

/** For `afterEach`. */
export function closeClients(): void {
  for (const session of open.splice(0)) session.destroy();
}

/** Sends a request without a body and gives what came when its stream is closed. */
export function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}): Promise<Seen> {
  return seen(session.request(headers, { endStream: true }));
}

/** What comes of a request, when its stream is closed. */
export function seen(stream: ClientHttp2Stream): Promise<Seen> {
  const closed = new Promise<Seen>((resolve) => {
    const interim: Fields[] = [];
    let headers: Fields = {};
    let trailers: Fields = {};
    let body = '';
    let complete = false;
    stream.on('headers', (fields) => interim.push(fields));
    stream.on('response', (fields) => (headers = fields));
    stream.on('trailers', (fields: Fields) => (trailers = fields));
    stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
    stream.on('end', () => (complete = !stream.aborted));
    stream.on('error', () => undefined);
    stream.on('close', () => {
      const status = headers[':status'] ?? 0;
      resolve({ status, headers, interim, trailers, body, code: stream.rstCode, complete });
    });
  });
  return waitForEvent('a stream to close', closed);
}
