import { quote } from '@mortise/base';
import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { ChunkReader } from '../chunk-reader.js';
import { FetchAdapterError } from '../errors.js';
import { rawHeadersOf } from '../headers.js';

/**
 * Converts a platform's `Response` to a message. The body can be read once, in order; closing it cancels
 * the platform's body.
 *
 * A response of `fetch` has the headers for the coding and the length as sent, but
 * its body is already decoded: remove `Content-Encoding` and `Content-Length` before you send it on.
 *
 * @param factories of an implementation of the messages
 * @throws {FetchAdapterError} `RESPONSE_INVALID` for a value that is not a `Response`, for a network error
 *   (`Response.error()`) and for a body that has been read already
 */
export function fromResponse(
  response: Response,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
): ResponseInterface {
  const { status, statusText, body } = checked(response);
  if (status === 0) throw FetchAdapterError.responseInvalid('it is a network error');
  if (response.bodyUsed || body?.locked === true) {
    throw FetchAdapterError.responseInvalid('its body has been read already');
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

/** Checks the result of handlers without types. */
function checked(response: Partial<Response> | undefined): Response {
  if (typeof response?.status === 'number') return response as Response;
  const text = `received ${quote(response)} instead of a Response; is a "return" missing?`;
  throw FetchAdapterError.responseInvalid(text);
}
