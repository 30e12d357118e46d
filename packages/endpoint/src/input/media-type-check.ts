import { noteBodyParser } from '@mortise/base/message';
import { acceptedTypes, type EndpointDescription } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType, splitList } from '@mortise/http-syntax';
import { EndpointBodyError } from '../endpoint-body-error.js';
import { isJsonType } from '../is-json-type.js';

/**
 * Creates the check of the media type of a body; `null` if the description has no body.
 *
 * The check throws `BODY_MEDIA_TYPE` (415) for a type that is not accepted, and for a body whose type is absent or
 * invalid; if the handler reads the body itself, `BODY_ENCODING` (415) for one with a content coding that no layer has
 * decoded. A request without a body and without a type passes.
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
  // Not a sign of a missing parser: the handler reads the body itself.
  noteBodyParser(request);
  // A parser has decoded the body.
  if (request.getParsedBody() === null) throw EndpointBodyError.encoding(coding);
}

/** True for a body of unknown size, because only reading shows whether it is empty. */
function hasBody(request: ServerRequestInterface): boolean {
  return request.getBody().getSize() !== 0;
}
