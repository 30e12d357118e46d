import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

// RFC 2046 5.1.1: 1 to 70 characters, the last of them no space.
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/**
 * What stands between the parts of a form.
 *
 * @throws {BodyError} `BODY_MALFORMED` when the media type names none that can be
 */
export function boundaryOf({ parameters }: Pick<MediaType, 'parameters'>): string {
  const boundary = parameters['boundary'] ?? '';
  if (BOUNDARY.test(boundary)) return boundary;
  throw BodyError.malformed(
    `multipart form: its boundary is ${JSON.stringify(boundary.slice(0, 80))}`,
  );
}
