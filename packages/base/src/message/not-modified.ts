import type {
  AttributeKey,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { closeUnsent } from './close-unsent.js';
import { remainingSize } from './remaining-size.js';

/** Headers that describe the body or the representation, which a 304 does not have (RFC 9110 15.4.5). */
const DESCRIPTION = [
  ...['Content-Type', 'Content-Length', 'Content-Encoding', 'Content-Language'],
  ...['Content-Range', 'Accept-Ranges', 'Content-Digest', 'Repr-Digest', 'Digest', 'Content-MD5'],
];

/** The response to a client that does not have it. */
export interface FullResponse {
  /** With status 200, and a body that is empty or closed. */
  readonly response: ResponseInterface;
  /** The bytes of its body; `null` if unknown. */
  readonly size: number | null;
}

const FULL: AttributeKey<() => FullResponse> = 'mortise.full-response';

/**
 * Returns a 304 to send instead of a response: without the headers that describe the representation; `Last-Modified` is
 * kept if there is no `ETag`. A body that is not in memory is closed, which cancels its source. A body in memory stays
 * readable, because an application can send the same response again.
 *
 * @param request any copy of the request; outer layers find the response with {@link fullResponse}
 * @param empty the body of the 304
 * @param full creates the response to a client that does not have it, for outer layers that ask; default: `response`,
 *   with the size of its body
 * @see RFC 9110 15.4.5
 */
export function notModified(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  response: ResponseInterface,
  empty: StreamInterface,
  full?: () => FullResponse,
): ResponseInterface {
  request.getLifetime().setValue(FULL, full ?? discarded(response));
  const dropped = response.hasHeader('ETag') ? [...DESCRIPTION, 'Last-Modified'] : DESCRIPTION;
  return dropped.reduce(
    (made, name) => made.withoutHeader(name),
    response.withStatus(304).withBody(empty),
  );
}

function discarded(response: ResponseInterface): () => FullResponse {
  const body = response.getBody();
  if (body.isSeekable()) body.rewind();
  const size = remainingSize(body);
  closeUnsent(body);
  return () => ({ response, size });
}

/**
 * Returns the response that a client without a copy gets instead of a 304 of {@link notModified}, with the headers that
 * layers have set since.
 *
 * @returns `null` for a 304 from elsewhere, such as another server, and for one whose `ETag` was changed, as by
 *   compression: that of the response is then unknown
 */
export function fullResponse(
  request: Pick<ServerRequestInterface, 'getLifetime'>,
  response: ResponseInterface,
): FullResponse | null {
  const full = request.getLifetime().getValue(FULL)?.();
  if (full?.response.getHeaderLine('ETag') !== response.getHeaderLine('ETag')) return null;
  const missing = [...DESCRIPTION, 'Last-Modified'].filter(
    (name) => full.response.hasHeader(name) && !response.hasHeader(name),
  );
  const described = missing.reduce(
    (made, name) => made.withHeader(name, full.response.getHeader(name)),
    response.withStatus(200),
  );
  return { response: described, size: full.size };
}
