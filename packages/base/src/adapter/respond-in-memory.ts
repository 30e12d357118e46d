import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { ByteCollector } from '../byte-collector.js';
import { statusOf } from '../http-error.js';

/** A response whose body was read. */
export interface ResponseInMemory {
  readonly response: ResponseInterface;
  readonly content: Uint8Array;
}

/**
 * Calls a handler, reads the body of its response, and ends the lifetime of the request as an adapter does: with the
 * status and the bytes that were read, none for HEAD, 204, 205 and 304. For tests without a socket.
 *
 * @returns rejects with the error of the handler, whose status the lifetime then ends with, or of the body, which aborts
 *   the lifetime
 */
export async function respondInMemory(
  handler: RequestHandlerInterface,
  request: ServerRequestInterface,
): Promise<ResponseInMemory> {
  const lifetime = request.getLifetime();
  let response: ResponseInterface;
  try {
    response = await handler.handle(request);
  } catch (error) {
    await lifetime.end({ status: statusOf(error) ?? 500, bytes: 0, error });
    throw error;
  }
  const status = response.getStatusCode();
  const body = response.getBody();
  const read = new ByteCollector();
  // A constant response keeps its body.
  if (body.inMemory() === null) {
    lifetime.onEnd(() => {
      body.close();
    });
  }
  try {
    if (hasBody(request, status)) {
      if (body.isSeekable()) body.rewind();
      for await (const chunk of body) read.add(chunk);
    }
  } catch (error) {
    body.close();
    await lifetime.abort(error, { status, bytes: read.size });
    throw error;
  }
  const bytes = read.size;
  const content = read.take();
  await lifetime.end({ status, bytes });
  return { response, content };
}

/** RFC 9110 6.4.1, 15.3.6. */
function hasBody(request: ServerRequestInterface, status: number): boolean {
  return request.getMethod() !== 'HEAD' && status !== 204 && status !== 205 && status !== 304;
}
