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

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: ReadableOptions,
    rawHeaders: readonly string[],
  ) {
    const { list, bytes } = requestFields(rawHeaders);
    super(stream, headers, options, list);
    this.headBytes = bytes;
    // A failure rejects the pending read; without a pending read, it must not end the process.
    this.on('error', ignore);
    // Node forwards both events from the stream. The stream itself would emit another event for each listener added to
    // it.
    this.on('aborted', destroyAborted).on('close', destroyClosed);
  }

  /** Whether a body follows the headers. */
  get hasBody(): boolean {
    return !this.stream.endAfterHeaders;
  }

  static {
    Object.defineProperties(this.prototype, {
      httpVersion: { value: '2' },
      complete: {
        // Node's value is also true for an aborted request.
        get(this: Http2Request): boolean {
          return this.readableEnded || !this.hasBody;
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

/** Node ends the body of an aborted request normally, so that it would look complete. */
function destroyAborted(this: Http2Request): void {
  this.destroy(NodeAdapterError.clientGone());
}

function destroyClosed(this: Http2Request): void {
  this.destroy();
}

function ignore(): void {
  // No code waits for the request.
}
