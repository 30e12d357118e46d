import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Http2Request } from './http2-request.js';

const messages = new WeakMap<Http2Request, IncomingMessage>();

/**
 * Returns a `node:http` message for an HTTP/2 request, always the same one, and any other request unchanged. Express
 * replaces a request's prototype with one based on `node:http`, which would break a `node:http2` request.
 */
export function http1MessageOf(request: IncomingMessage | Http2Request): IncomingMessage {
  if (!isOverHttp2(request)) return request;
  let message = messages.get(request);
  if (message === undefined) messages.set(request, (message = http1Message(request)));
  return message;
}

/** Checks the version, not the class, which is loaded only if HTTP/2 is enabled. */
function isOverHttp2(request: IncomingMessage | Http2Request): request is Http2Request {
  return request.httpVersionMajor > 1;
}

function http1Message(request: Http2Request): IncomingMessage {
  const message = new IncomingMessage(request.socket);
  let asked = false;
  const abort = (): void => {
    if (message.readableEnded) return;
    Object.assign(message, { aborted: true });
    message.emit('aborted');
  };
  const close = (): void => {
    const { errored, hasBody } = request;
    if (hasBody && (errored !== null || (asked && !message.complete))) {
      message.destroy(errored ?? undefined);
    } else if (message.readableLength === 0) {
      if (errored !== null) abort();
      // An unread body ends too, as after a response over HTTP/1.1.
      message.push(null);
      message.resume();
    }
  };
  if (request.closed) process.nextTick(close);
  else request.once('close', close);
  return Object.assign(message, {
    httpVersion: '2.0',
    httpVersionMajor: 2,
    httpVersionMinor: 0,
    method: request.method,
    url: request.url,
    scheme: request.scheme,
    rawHeaders: request.rawHeaders,
    headers: http1Headers(request),
    complete: !request.hasBody,
    // Own properties, because Express replaces the prototype.
    _read(): void {
      if (!request.hasBody) message.push(null);
      else if (asked) request.resume();
      else {
        asked = true;
        pass(request, message);
      }
    },
    _destroy(error: Error | null, done: (error: Error | null) => void): void {
      abort();
      // As with Node's own requests, an error without a listener must not end the process.
      done(message.listenerCount('error') === 0 ? null : error);
    },
  });
}

function http1Headers({ headers, authority, hasBody }: Http2Request): IncomingHttpHeaders {
  const fields = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const all: IncomingHttpHeaders = { host: authority, ...Object.fromEntries(fields) };
  // Body parsers recognize a body by one of these two headers (RFC 9112 6.3).
  if (hasBody && all['content-length'] === undefined) all['transfer-encoding'] = 'chunked';
  return all;
}

/** Forwards the body, with backpressure. */
function pass(request: Http2Request, message: IncomingMessage): void {
  request.on('data', (chunk: Buffer) => {
    if (!message.push(chunk)) request.pause();
  });
  request.on('end', () => {
    message.complete = true;
    message.push(null);
  });
}
