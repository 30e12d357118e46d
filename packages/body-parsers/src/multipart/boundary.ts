import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

// RFC 2046 5.1.1: 1 to 70 characters, the last of them not a space.
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/**
 * The boundary between the parts of a form, without its leading hyphens.
 *
 * @throws {BodyError} `BODY_MALFORMED` if the media type has no valid `boundary` parameter
 */
export function boundaryOf({ parameters }: Pick<MediaType, 'parameters'>): string {
  const boundary = parameters['boundary'] ?? '';
  if (BOUNDARY.test(boundary)) return boundary;
  const found = JSON.stringify(boundary.slice(0, 80));
  throw BodyError.malformed('multipart form', `its Content-Type has the boundary ${found}`);
}
