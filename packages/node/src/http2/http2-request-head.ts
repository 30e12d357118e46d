import type { IncomingHttpHeaders } from 'node:http';
import { RequestHead } from '../request/request-head.js';
import type { ServerLimits } from '../server-limits.js';
import type { Http2Request } from './http2-request.js';

/** Returns the status with which a request is refused before its head is read; 0 if it is not. */
export function refusalOf(
  { method }: Http2Request,
  { expect = '100-continue' }: IncomingHttpHeaders,
): number {
  if (method === 'CONNECT') return 501;
  return expect === '100-continue' ? 0 : 417;
}

/** Reads the head of a request, and refuses by the same rules what the HTTP/1.1 parser refuses. */
export function headOf(incoming: Http2Request, limits: ServerLimits): RequestHead {
  const head = new RequestHead(incoming.rawHeaders, incoming.url, true, limits);
  if (head.status === 0 && incoming.headBytes > limits.headerBytes) head.status = 431;
  // Spaces, control characters and bytes outside ASCII.
  if (head.status === 0 && /[^!-~]/.test(incoming.url)) head.status = 400;
  // A body of unknown length corresponds to a chunked body of HTTP/1.1.
  if (incoming.hasBody && head.contentLength < 0) head.encoded = true;
  return head;
}
