import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { ChunkReader } from '../chunk-reader.js';
import { FetchAdapterError } from '../errors.js';
import { rawHeadersOf } from '../headers.js';

/**
 * A platform's `Response` as a message. Its body is read as the message's body is, once, in order;
 * closing that cancels it.
 *
 * A response that came from `fetch` names the coding and the length of what was on the wire, while
 * its body is decoded already: take `Content-Encoding` and `Content-Length` off before sending it on.
 *
 * @param factories of an implementation of the messages
 * @throws {FetchAdapterError} `RESPONSE_INVALID` for a network error (`Response.error()`) and for a
 *   body that was read before
 */
export function fromResponse(
  response: Response,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
): ResponseInterface {
  const { status, statusText, body } = response;
  if (status === 0) throw FetchAdapterError.responseInvalid('it is a network error');
  if (response.bodyUsed || body?.locked === true) {
    throw FetchAdapterError.responseInvalid('its body was read before');
  }
  let message = factories.createResponse(status, statusText);
  const raw = rawHeadersOf(response.headers);
  for (let at = 0; at < raw.length; at += 2) {
    message = message.withAddedHeader(raw[at] as string, raw[at + 1] as string);
  }
  if (body === null) return message;
  const chunks = { [Symbol.asyncIterator]: () => new ChunkReader(body) };
  return message.withBody(factories.createStreamFromResource(chunks));
}
