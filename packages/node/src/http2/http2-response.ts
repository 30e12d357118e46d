import type { OutgoingHttpHeaders } from 'node:http';
import { Http2ServerResponse, type ServerHttp2Stream } from 'node:http2';
import { canUse, writeSingly } from '../fast/node-internals.js';
import { outgoingHeaders, isConnectionSpecific, sendable } from './http2-headers.js';
import type { Http2Request } from './http2-request.js';
import { PIECE, socketOf } from './stream-socket.js';

type WriteParameters = Parameters<Http2ServerResponse['write']>;

/** An HTTP/2 response that the core can use like one on its own HTTP/1.1 connection. */
export class Http2Response extends Http2ServerResponse<Http2Request> {
  #finished = false;

  constructor(stream: ServerHttp2Stream) {
    super(stream);
    stream.once('finish', () => {
      // Node itself emits `finish` only after the client's side has ended. A client that is still sending is told to
      // stop (RFC 9113 8.1).
      this.emit('finish');
      this.#finished = true;
      if (this.req.complete) return;
      setImmediate(() => {
        stream.close();
      });
    });
  }

  /** Suppresses the second `finish`, which Node emits when the stream is closed. */
  override emit(...event: Parameters<Http2ServerResponse['emit']>): boolean {
    return (event[0] === 'finish' && this.#finished) || super.emit(...event);
  }

  /**
   * Ignores connection-specific headers, which HTTP/2 does not allow: Node would throw, but only when it sends them.
   */
  override setHeader(name: string, value: number | string | readonly string[]): void {
    const lower = name.toLowerCase();
    if (!isConnectionSpecific(lower)) super.setHeader(name, sendable(lower, value));
  }

  /** Also accepts headers as a list of alternating names and values; a reason phrase is not sent (RFC 9113 8.3.2). */
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const fields = rest.at(-1);
    if (!Array.isArray(fields)) return super.writeHead(status, asHeaders(fields));
    const list = Array.isArray(fields[0]) ? fields.flat() : fields;
    const headers = outgoingHeaders(list as string[]);
    if (this.getHeaderNames().length > 0) return super.writeHead(status, headers);
    const { stream } = this;
    if (stream.destroyed || stream.closed) return this;
    this.statusCode = status;
    headers[':status'] = status;
    stream.respond(headers, { waitForTrailers: 'trailer' in headers });
    return this;
  }

  /** Writes in pieces, so that the client's progress is visible. */
  override write(chunk: unknown, ...rest: readonly unknown[]): boolean {
    const { stream } = this;
    const data = asPieces(chunk, rest[0]);
    if (data === null) return super.write(...([chunk, ...rest] as WriteParameters));
    socketOf(stream).written += data.length;
    // Otherwise, Node would pass on the waiting chunks as one.
    if (canUse('Writable._writev')) {
      writeSingly(stream, stream.writableLength + data.length > PIECE);
    }
    if (typeof data === 'string') return super.write(...([data, ...rest] as WriteParameters));
    let at = 0;
    for (; at + PIECE < data.length; at += PIECE) super.write(data.subarray(at, at + PIECE));
    return super.write(...([data.subarray(at), ...rest] as WriteParameters));
  }

  override writeContinue(): void {
    if (!this.destroyed) super.writeContinue();
  }

  override end(...rest: readonly unknown[]): this {
    super.end(...(rest as Parameters<Http2ServerResponse['end']>));
    // The client no longer reads, and Node emits nothing.
    if (this.stream.destroyed) process.nextTick(() => this.emit('finish'));
    return this;
  }

  static {
    Object.defineProperties(this.prototype, {
      destroyed: {
        get(this: Http2Response): boolean {
          return this.stream.destroyed || this.stream.closed;
        },
      },
      socket: {
        get(this: Http2Response) {
          return socketOf(this.stream);
        },
      },
    });
  }
}

/** Returns headers that Node's HTTP/2 accepts; none if the argument is the reason phrase of a call without headers. */
function asHeaders(fields: unknown): OutgoingHttpHeaders {
  if (typeof fields !== 'object' || fields === null) return {};
  const entries = Object.entries(fields as OutgoingHttpHeaders)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !isConnectionSpecific(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, sendable(name, value)]));
}

/** @returns data that can be split, or text that is short enough; `null` for a value that is neither bytes nor text */
function asPieces(chunk: unknown, encoding: unknown): Uint8Array | string | null {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== 'string') return null;
  if (chunk.length <= PIECE) return chunk;
  return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}
