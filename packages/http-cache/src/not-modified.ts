import type {
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { evaluatePreconditions, parseHttpDate } from '@mortise/http-syntax';

/**
 * Headers that describe a body, which a 304 does not have (RFC 9110 15.4.5). `Last-Modified` is removed only if there
 * is an ETag.
 */
const OF_BODY = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'Content-Range',
  'Accept-Ranges',
  'Content-Digest',
];

/**
 * Whether the client already has a response: a 200 to GET or HEAD whose ETag or Last-Modified matches the request.
 *
 * @see RFC 9110 13.1.2, 13.1.3
 */
export function isNotModified(
  request: Pick<ServerRequestInterface, 'getMethod' | 'hasHeader' | 'getHeaderLine'>,
  response: Pick<ResponseInterface, 'getStatusCode' | 'getHeaderLine'>,
): boolean {
  if (response.getStatusCode() !== 200) return false;
  const etag = response.getHeaderLine('ETag');
  const modified = response.getHeaderLine('Last-Modified');
  if (etag === '' && modified === '') return false;
  const current = { etag: etag === '' ? null : etag, lastModified: parseHttpDate(modified) };
  return evaluatePreconditions(request, current) === 'not-modified';
}

/**
 * Returns a 304 to send instead of a response. A body that is not in memory is closed, which cancels its source. A body
 * in memory stays readable, because an application can send the same response again.
 */
export function notModified(
  response: ResponseInterface,
  factories: StreamFactoryInterface,
): ResponseInterface {
  const body = response.getBody();
  if (body.inMemory() === null) body.close();
  const dropped = response.hasHeader('ETag') ? [...OF_BODY, 'Last-Modified'] : OF_BODY;
  return dropped.reduce(
    (made, name) => made.withoutHeader(name),
    response.withStatus(304).withBody(factories.createStream()),
  );
}
