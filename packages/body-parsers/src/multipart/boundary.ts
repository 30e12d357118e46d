import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

// RFC 2046 5.1.1: 1 to 70 characters, the last of them not a space.
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** It also matches in a quoted string; no boundary contains a semicolon. */
const PARAMETER = /;[ \t]*boundary=/gi;

/**
 * The boundary between the parts of a form, without its leading hyphens.
 *
 * @param contentType the text of the media type: of two boundaries, another parser could use the other one
 * @throws {BodyError} `BODY_MALFORMED` if the media type has no valid `boundary` parameter, or two
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
  throw BodyError.malformed('multipart form', `its Content-Type has the boundary ${found}`);
}
