import type { IncomingHttpHeaders } from 'node:http';
import { Http2ServerRequest, type ServerHttp2Stream } from 'node:http2';
import type { ReadableOptions } from 'node:stream';
import { NodeAdapterError } from '../node-adapter-error.js';
import { requestFields } from './http2-headers.js';
import { socketOf } from './stream-socket.js';

/** An HTTP/2 request that the core can use like one on its own HTTP/1.1 connection. */
export class Http2Request extends Http2ServerRequest {
  /** Bytes that its target and headers would have over HTTP/1.1. */
  readonly headBytes: number;
  /** Bytes of the declared length that it has not received from its stream; `NaN` without a length. */
  #left: number;
  /** Whether its body had arrived when the client closed the stream. */
  #isWhole = false;

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: ReadableOptions,
    rawHeaders: readonly string[],
  ) {
    const { list, bytes } = requestFields(rawHeaders);
    super(stream, headers, options, list);
    this.headBytes = bytes;
    this.#left = Number(headers['content-length'] ?? NaN);
    // A failure rejects the pending read; without a pending read, it must not end the process.
    this.on('error', ignore);
    // Node forwards both events from the stream. The stream itself would emit another event for each listener added to
    // it.
    this.on('aborted', abort).on('close', destroyClosed);
  }

  /** Whether a body follows the headers. */
  get hasBody(): boolean {
    return !this.stream.endAfterHeaders;
  }

  override push(chunk: Uint8Array | null): boolean {
    this.#left -= chunk?.length ?? 0;
    return super.push(chunk);
  }

  /**
   * Ends the request: the client has closed the stream. A body of a declared length that has arrived remains readable;
   * without a length, it is incomplete, because a client such as Node's ends a body also when it gives up sending it.
   */
  abort(): void {
    const { stream } = this;
    this.#isWhole = stream.readableLength === this.#left;
    if (this.#isWhole) {
      // Node discards a body that nobody has begun to read.
      this._read(0);
      stream.removeAllListeners('data');
      let chunk: Uint8Array | null;
      do this.push((chunk = stream.read() as Uint8Array | null));
      while (chunk !== null);
    }
    // Node ends the body of an aborted request normally, so that it would look complete.
    this.destroy(this.#isWhole ? undefined : NodeAdapterError.clientGone());
  }

  static {
    Object.defineProperties(this.prototype, {
      httpVersion: { value: '2' },
      complete: {
        // Node's value is also true for an aborted request.
        get(this: Http2Request): boolean {
          return this.readableEnded || !this.hasBody || this.#isWhole;
        },
      },
      socket: {
        get(this: Http2Request) {
          return socketOf(this.stream);
        },
      },
    });
  }
}

function abort(this: Http2Request): void {
  this.abort();
}

function destroyClosed(this: Http2Request): void {
  this.destroy();
}

function ignore(): void {
  // No code waits for the request.
}
