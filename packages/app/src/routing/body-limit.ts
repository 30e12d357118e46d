import { MOST_BODY_BYTES } from '@mortise/base/adapter';
import { isBodiless } from '@mortise/base/message';
import type {
  RequestHandlerInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
  StreamInterface,
} from '@mortise/http-message';
import { httpError } from '../exceptions/http-error.js';

/**
 * Returns a handler whose requests have bodies of at most `most` bytes, as sent. A larger one of known size is refused
 * unread; otherwise reading it fails.
 */
export function limitingBody(
  handler: RequestHandlerInterface,
  most: number,
  factories: StreamFactoryInterface,
): RequestHandlerInterface {
  const limited = (request: ServerRequestInterface): ServerRequestInterface => {
    if (isBodiless(request)) return request;
    const body = request.getBody();
    const size = body.getSize();
    if (size !== null && size > most) throw tooLarge(most);
    // A layer of the application has read the body.
    const isRead = body.eof() || body.tell() > 0;
    if (size !== null || isRead) return request;
    // Connect-style handlers read the connection, not this body.
    request.getLifetime().setValue(MOST_BODY_BYTES, most);
    return request.withBody(factories.createStreamFromResource(atMost(body, most)));
  };
  return { handle: (request) => handler.handle(limited(request)) };
}

async function* atMost(body: StreamInterface, most: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > most) throw tooLarge(most);
    yield chunk;
  }
}

function tooLarge(most: number): Error {
  const detail = `The request body exceeds the limit of ${most} bytes.`;
  return httpError(413, detail, { code: 'BODY_TOO_LARGE' });
}
