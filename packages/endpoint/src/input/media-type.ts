import { acceptedTypes, type EndpointDescription } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { EndpointBodyError } from '../body-error.js';
import { isJsonType } from '../is-json-type.js';

/**
 * Makes the check of the media type of a body; `null` if the description says nothing about a body.
 *
 * The check throws `BODY_MEDIA_TYPE` (415) for a type that is not accepted, and for a body whose type is absent or
 * cannot be read. A request without a body and without a type passes.
 */
export function mediaTypeCheck(
  description: EndpointDescription,
): ((request: ServerRequestInterface) => void) | null {
  const accepted = acceptedTypes(description);
  if (accepted.length === 0) return null;
  const json = accepted.includes('application/json');
  return (request) => {
    const line = request.getHeaderLine('Content-Type');
    if (line === accepted[0]) return;
    const type = parseMediaType(line);
    if (type === null && line === '' && !hasBody(request)) return;
    if (type !== null && (accepted.includes(type.essence) || (json && isJsonType(line)))) return;
    throw EndpointBodyError.mediaType(line, accepted);
  };
}

/** A body of unknown size counts: it is known to be empty only when it is read. */
function hasBody(request: ServerRequestInterface): boolean {
  return request.getBody().getSize() !== 0;
}
