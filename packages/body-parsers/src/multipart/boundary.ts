import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

// RFC 2046 5.1.1: 1 to 70 characters; the last one is not a space.
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** Also matches inside quoted strings, but a valid boundary contains no semicolon. */
const PARAMETER = /;[ \t]*boundary=/gi;

/**
 * Returns the boundary between the parts of a form, without its leading hyphens.
 *
 * @param contentType the text of the media type, to detect a second boundary, which another parser could use
 * @throws {BodyError} `BODY_MALFORMED` if the media type has no valid `boundary` parameter, or has two
 */
export function boundaryOf(
  { parameters }: Pick<MediaType, 'parameters'>,
  contentType: string,
): string {
  const boundary = parameters['boundary'];
  if ((contentType.match(PARAMETER) ?? []).length > 1) {
    throw BodyError.malformed('multipart form', 'its Content-Type has two boundaries');
  }
  if (boundary === undefined) {
    const problem =
      'its Content-Type has no boundary; let the code that writes the form set this header';
    throw BodyError.malformed('multipart form', problem);
  }
  if (BOUNDARY.test(boundary)) return boundary;
  const found = JSON.stringify(boundary.slice(0, 80));
  throw BodyError.malformed('multipart form', `its Content-Type has the invalid boundary ${found}`);
}
