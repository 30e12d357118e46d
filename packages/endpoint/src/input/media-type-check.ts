import { noteBodyParser } from '@mortise/base/message';
import { acceptedTypes, type EndpointDescription } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType, splitList } from '@mortise/http-syntax';
import { EndpointBodyError } from '../endpoint-body-error.js';
import { isJsonType } from '../is-json-type.js';

/**
 * Creates the check of the request's media type; `null` if the description has no body.
 *
 * The check throws `BODY_MEDIA_TYPE` (415) if the type is not accepted, or if a body has no valid type. If the handler
 * reads the body itself, it throws `BODY_ENCODING` (415) for a content coding that no middleware has decoded. A request
 * without a body and a type passes.
 */
export function mediaTypeCheck(
  description: EndpointDescription,
): ((request: ServerRequestInterface) => void) | null {
  const accepted = acceptedTypes(description);
  if (accepted.length === 0) return null;
  const json = accepted.includes('application/json');
  const isRaw = description.body === undefined && description.files === undefined;
  return (request) => {
    if (isRaw) refuseCoding(request);
    const line = request.getHeaderLine('Content-Type');
    if (line === accepted[0]) return;
    const type = parseMediaType(line)?.essence ?? '';
    if (accepted.includes(type) || (json && isJsonType(line))) return;
    if (line === '' && !hasBody(request)) return;
    throw EndpointBodyError.mediaType(line, accepted);
  };
}

function refuseCoding(request: ServerRequestInterface): void {
  const coding = splitList(request.getHeaderLine('Content-Encoding')).join(', ');
  if (coding === '' || coding.toLowerCase() === 'identity' || !hasBody(request)) return;
  // The handler reads the body itself: an unread body does not mean that a parser is missing.
  noteBodyParser(request);
  // If there is a parsed body, its parser has decoded the coding.
  if (request.getParsedBody() === null) throw EndpointBodyError.encoding(coding);
}

/** Whether the body can have content; true if its size is unknown. */
function hasBody(request: ServerRequestInterface): boolean {
  return request.getBody().getSize() !== 0;
}
