import { acceptedTypes, type EndpointDescription } from '@mortise/contract';
import type { ServerRequestInterface } from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { EndpointBodyError } from '../body-error.js';
import { isJsonType } from '../is-json-type.js';

/**
 * Creates the check of the media type of a body; `null` if the description has no body.
 *
 * The check throws `BODY_MEDIA_TYPE` (415) for a type that is not accepted, and for a body whose type is absent or
 * invalid. A request without a body and without a type passes.
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
    const type = parseMediaType(line)?.essence ?? '';
    if (accepted.includes(type) || (json && isJsonType(line))) return;
    if (line === '' && !hasBody(request)) return;
    throw EndpointBodyError.mediaType(line, accepted);
  };
}

/** True for a body of unknown size, because only reading shows whether it is empty. */
function hasBody(request: ServerRequestInterface): boolean {
  return request.getBody().getSize() !== 0;
}
